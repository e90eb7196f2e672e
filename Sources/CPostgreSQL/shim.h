// libpq: the client of PostgreSQL.
#ifndef CPOSTGRESQL_SHIM_H
#define CPOSTGRESQL_SHIM_H

#include <postgresql/libpq-fe.h>

#endif
