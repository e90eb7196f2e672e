// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Newcomer",
  dependencies: [.package(name: "Peoplebook", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Newcomer",
      dependencies: ["Bindery", "Reactive", "TUIKit", "Time"].map { .product(name: $0, package: "Peoplebook") }),
    .testTarget(
      name: "NewcomerTests",
      dependencies: ["Newcomer", .product(name: "TUITesting", package: "Peoplebook")]),
  ]
)
