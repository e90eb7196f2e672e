import Glibc

/// The three descriptors that every process starts with, unless its parent has closed them.
enum StandardDescriptors {
  /// Occupies the closed ones, so that no file that is opened later gets their numbers and receives the program's
  /// output.
  ///
  /// Reading from and writing to them still fails.
  static func occupy() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
      // The system chooses the lowest free number, which is this one.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
