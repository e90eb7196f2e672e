// libwebsockets: HTTP and WebSocket, client and server.
#ifndef CWEBSOCKETS_SHIM_H
#define CWEBSOCKETS_SHIM_H

#include <fcntl.h>
#include <libwebsockets.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

// The bytes that must be writable before a buffer that is sent: a macro that Swift cannot import.
static const int cwebsockets_headroom = LWS_PRE;

// The options of contexts and listeners; Swift cannot import macros of type long long with a shift.
static const uint64_t cwebsockets_explicit_vhosts = LWS_SERVER_OPTION_EXPLICIT_VHOSTS;
static const uint64_t cwebsockets_tls = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;

// The ports of a context and of a server that do not listen themselves.
static const int cwebsockets_no_listen = CONTEXT_PORT_NO_LISTEN;
static const int cwebsockets_no_listen_server = CONTEXT_PORT_NO_LISTEN_SERVER;

// A stream socket of a family, or -1. It does not block, and programs that are started do not inherit it.
static inline int cwebsockets_socket(int family) {
  return socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
}

// The next connection of a listening socket, or -1. It sends small messages at once.
static inline int cwebsockets_accept(int listener) {
  int descriptor = accept(listener, (struct sockaddr *)0, (socklen_t *)0);
  if (descriptor < 0) return descriptor;
  int on = 1;
  fcntl(descriptor, F_SETFL, O_NONBLOCK);
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  // Fails for a Unix socket, which has no such delay.
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return descriptor;
}

// Makes the server of a library context present its own certificate, whatever name a client asks for.
//
// The library would look for the name among all servers of the process that do not listen themselves, and take the
// certificate of another one.
static inline void cwebsockets_ignore_server_names(void *context) {
  SSL_CTX_set_tlsext_servername_callback((SSL_CTX *)context, (int (*)(SSL *, int *, void *))0);
}

#endif
