/// Error correction over the field with 256 elements.
enum ReedSolomon {
  static func multiply(_ left: UInt8, _ right: UInt8) -> UInt8 {
    var product = 0
    for bit in (0..<8).reversed() {
      product = product << 1 ^ (product >> 7) * 0x11D
      if right >> UInt8(bit) & 1 == 1 { product ^= Int(left) }
    }
    return UInt8(product)
  }

  /// The coefficients of the product of (x − 2^i), without the first.
  static func generator(_ degree: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: degree - 1) + [1]
    var root: UInt8 = 1
    for _ in 0..<degree {
      for index in 0..<degree {
        result[index] = multiply(result[index], root)
        if index + 1 < degree { result[index] ^= result[index + 1] }
      }
      root = multiply(root, 2)
    }
    return result
  }

  static func remainder(_ data: [UInt8], _ generator: [UInt8]) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: generator.count)
    for byte in data {
      let factor = byte ^ result.removeFirst()
      result.append(0)
      for index in result.indices { result[index] ^= multiply(generator[index], factor) }
    }
    return result
  }
}
