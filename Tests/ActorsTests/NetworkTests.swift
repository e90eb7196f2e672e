import Testing

/// The suites that use sockets, one test after the other: some of them count the open ones.
@Suite(.timeLimit(.minutes(5)), .serialized) enum NetworkTests {}
