import Algorithms

/// Delivers the latest values of any number of publishers whenever one of them delivers a value, once all have one.
///
/// The promises are those of ``Publisher/combineLatest(_:)``; each value costs more, because types are erased and
/// restored.
///
/// - Complexity: O(*n*) for each value, where *n* is the number of publishers.
public func combineLatest<each Output, Failure: Error>(
  _ publishers: repeat any Publisher<each Output, Failure>
) -> AnyPublisher<(repeat each Output), Failure> {
  var columns: [AnyPublisher<Any, Failure>] = []
  repeat columns.append(column(each publishers))
  let count = columns.count
  return rows(of: columns) { [columns] observer, lifetime in
    let none = [Any?](repeating: nil, count: count)
    let latest = LatestValues(none, inputs: count, observer: observer, lifetime: lifetime) { values in
      let present = values.compactMap { $0 }
      return present.count == count ? present : nil
    }
    for index in columns.indices {
      columns[index].attach(latest.input(index) { $0[index] = $1 }, to: latest.outlet.inputs)
    }
  } unpack: { values in
    var row = Row(values: values)
    return (repeat row.take((each Output).self))
  }
}

/// Delivers the latest values of publishers of one type, in their order, whenever one of them delivers a value, once
/// all have one.
///
/// The promises are those of ``Publisher/combineLatest(_:)``. Without publishers it finishes without a value.
///
/// - Complexity: O(*n*) for each value, where *n* is the number of publishers.
public func combineLatest<Input: Publisher>(_ publishers: [Input]) -> AnyPublisher<[Input.Output], Input.Failure> {
  guard !publishers.isEmpty else { return Empty().eraseToAnyPublisher() }
  return AnyPublisher { observer, lifetime in
    guard !lifetime.isCancelled else { return }
    let none = [Input.Output?](repeating: nil, count: publishers.count)
    let latest = LatestValues(none, inputs: publishers.count, observer: observer, lifetime: lifetime) { values in
      let present = values.compactMap { $0 }
      return present.count == values.count ? present : nil
    }
    for (index, publisher) in publishers.enumerated() {
      publisher.attach(latest.input(index) { $0[index] = $1 }, to: latest.outlet.inputs)
    }
  }
}

/// Joins the n-th values of any number of publishers.
///
/// The promises are those of ``Publisher/zip(_:)``; each value costs more, because types are erased and restored.
///
/// - Complexity: O(*n*) for each value, where *n* is the number of publishers.
public func zip<each Output, Failure: Error>(
  _ publishers: repeat any Publisher<each Output, Failure>
) -> AnyPublisher<(repeat each Output), Failure> {
  var columns: [AnyPublisher<Any, Failure>] = []
  repeat columns.append(column(each publishers))
  return rows(of: columns) { [columns] observer, lifetime in
    let state = ZipState(
      [FIFOQueue<Any>](repeating: FIFOQueue(), count: columns.count), inputs: columns.count, observer: observer,
      lifetime: lifetime
    ) { buffers in
      buffers.indices.map { buffers[$0].removeFirst() }
    }
    for index in columns.indices {
      columns[index].attach(state.input(index) { $0[index].append($1) }, to: state.outlet.inputs)
    }
  } unpack: { values in
    var row = Row(values: values)
    return (repeat row.take((each Output).self))
  }
}

private func column<Output, Failure: Error>(_ publisher: any Publisher<Output, Failure>) -> AnyPublisher<Any, Failure> {
  func erase(_ publisher: some Publisher<Output, Failure>) -> AnyPublisher<Any, Failure> {
    publisher.map { $0 as Any }.eraseToAnyPublisher()
  }
  return erase(publisher)
}

private func rows<Output, Failure: Error>(
  of columns: [AnyPublisher<Any, Failure>],
  attach: @escaping (Observer<[Any], Failure>, AnyCancellable) -> Void,
  unpack: @escaping ([Any]) -> Output
) -> AnyPublisher<Output, Failure> {
  guard !columns.isEmpty else { return Empty().eraseToAnyPublisher() }
  return AnyPublisher { observer, lifetime in
    guard !lifetime.isCancelled else { return }
    attach(observer.onValue { observer.send(unpack($0)) }, lifetime)
  }
}

/// One value of each publisher, removed from left to right.
private struct Row {
  let values: [Any]
  var next = 0

  mutating func take<Value>(_ type: Value.Type) -> Value {
    defer { next += 1 }
    // The values are in the order of the pack, and each has the type of its own publisher.
    guard let value = values[next] as? Value else { preconditionFailure("a column holds what its publisher delivers") }
    return value
  }
}
