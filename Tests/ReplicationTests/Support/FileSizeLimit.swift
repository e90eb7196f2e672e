import Glibc

/// Limits the size of the files of this process from now on; `nil` lifts the limit.
func limitFiles(to size: Int?) {
  // A write beyond the limit is an error, not the end of the process.
  signal(SIGXFSZ, SIG_IGN)
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(1), &limit)
  limit.rlim_cur = size.map { rlim_t($0) } ?? limit.rlim_max
  setrlimit(__rlimit_resource_t(1), &limit)
}
