// libvterm keeps a cell's attributes in bit-fields and a colour in a union; Swift reads them through these accessors.
#ifndef CVTERM_SHIM_H
#define CVTERM_SHIM_H

#include <vterm.h>

#endif
