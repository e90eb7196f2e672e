import Algorithms

/// Gives every file of these tests the generator without an import of its own.
typealias SeededGenerator = Algorithms.SeededGenerator
