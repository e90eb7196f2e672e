import Algorithms

/// For every file of these tests.
typealias SeededGenerator = Algorithms.SeededGenerator
