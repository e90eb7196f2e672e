// An echo over WebSockets on libwebsockets alone, the baseline of the benchmarks of actors.
//
//   WebSocketBaseline server +PATH|PORT          echoes until its input ends
//   WebSocketBaseline client +PATH|PORT COUNT    prints the median and the 99th percentile of COUNT round trips, in ns
#include <libwebsockets.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// As large as the request of an action.
static const char message[] =
    "{\"body\":{\"tag\":\"ActionRequest\",\"val\":{\"id\":[\"$BigInt\",\"1234\"],\"name\":\"echo\",\"args\":[\"x\"]}}}";
static unsigned char buffer[LWS_PRE + 4096];
static size_t length;
static long long *times, started;
static int count, done, is_client;

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static int compare(const void *left, const void *right) {
  long long a = *(const long long *)left, b = *(const long long *)right;
  return (a > b) - (a < b);
}

static int handle(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size) {
  (void)user;
  switch (reason) {
  case LWS_CALLBACK_CLIENT_ESTABLISHED:
    length = sizeof message - 1;
    memcpy(buffer + LWS_PRE, message, length);
    lws_callback_on_writable(wsi);
    break;
  case LWS_CALLBACK_CLIENT_RECEIVE:
    times[done++] = now() - started;
    if (done == count) return -1;
    memcpy(buffer + LWS_PRE, message, length);
    lws_callback_on_writable(wsi);
    break;
  case LWS_CALLBACK_RECEIVE:
    length = size < 4096 ? size : 4096;
    memcpy(buffer + LWS_PRE, in, length);
    lws_callback_on_writable(wsi);
    break;
  case LWS_CALLBACK_CLIENT_WRITEABLE:
  case LWS_CALLBACK_SERVER_WRITEABLE:
    if (length == 0) break;
    if (is_client) started = now();
    if (lws_write(wsi, buffer + LWS_PRE, length, LWS_WRITE_TEXT) < 0) return -1;
    if (!is_client) length = 0;
    break;
  case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    fprintf(stderr, "cannot connect\n");
    exit(1);
  default: break;
  }
  return 0;
}

static const struct lws_protocols protocols[] = {{"echo", handle, 0, 4096, 0, NULL, 0}, {NULL, NULL, 0, 0, 0, NULL, 0}};

static void *wait_for_end(void *unused) {
  char byte;
  while (read(0, &byte, 1) > 0) {}
  exit(0);
  return unused;
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  is_client = strcmp(argv[1], "client") == 0;
  const char *place = argv[2];
  int is_unix = place[0] == '+';
  lws_set_log_level(0, NULL);
  struct lws_context_creation_info info;
  memset(&info, 0, sizeof info);
  info.protocols = protocols;
  info.port = is_client ? CONTEXT_PORT_NO_LISTEN : is_unix ? 0 : atoi(place);
  info.iface = is_client ? NULL : is_unix ? place + 1 : "127.0.0.1";
  info.options = is_unix && !is_client ? LWS_SERVER_OPTION_UNIX_SOCK : 0;
  info.gid = info.uid = -1;
  struct lws_context *context = lws_create_context(&info);
  if (!context) return 1;
  if (is_client) {
    count = argc > 3 ? atoi(argv[3]) : 1000;
    times = calloc((size_t)count, sizeof *times);
    struct lws_client_connect_info connect;
    memset(&connect, 0, sizeof connect);
    connect.context = context;
    connect.address = is_unix ? place : "127.0.0.1";
    connect.port = is_unix ? 1 : atoi(place);
    connect.host = connect.origin = "localhost";
    connect.path = "/";
    connect.protocol = "echo";
    connect.local_protocol_name = "echo";
    connect.ietf_version_or_minus_one = -1;
    if (!lws_client_connect_via_info(&connect)) return 1;
    while (done < count) lws_service(context, 0);
    qsort(times, (size_t)count, sizeof *times, compare);
    printf("%lld %lld\n", times[count / 2], times[(count - 1) * 99LL / 100]);
  } else {
    pthread_t thread;
    pthread_create(&thread, NULL, wait_for_end, NULL);
    printf("ready\n");
    fflush(stdout);
    while (1) lws_service(context, 0);
  }
  return 0;
}
