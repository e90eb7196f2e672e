/// The drawings of one part of an animated picture, each with the times at which it is visible.
struct PictureTimeline {
  /// The drawings in the order in which they are first visible, each with its spans of milliseconds.
  private var drawings: [(svg: String, spans: [Range<Int>])] = []
  private var indices: [String: Int] = [:]
  private var end = 0

  /// Shows a drawing after the current one.
  mutating func show(_ svg: String, for milliseconds: Int) {
    let span = end..<end + milliseconds
    end = span.upperBound
    guard let index = indices[svg] else {
      indices[svg] = drawings.count
      return drawings.append((svg, [span]))
    }
    if let last = drawings[index].spans.last, last.upperBound == span.lowerBound {
      drawings[index].spans[drawings[index].spans.count - 1] = last.lowerBound..<span.upperBound
    } else {
      drawings[index].spans.append(span)
    }
  }

  /// The drawings with their animation; one that is always visible has none.
  ///
  /// - Complexity: O(*n*) in the length of the drawings.
  var svg: String {
    drawings.map { drawing in
      if drawing.svg.isEmpty || drawing.spans == [0..<end] { return drawing.svg }
      let isFirst = drawing.spans.first?.lowerBound == 0
      var (values, times) = (isFirst ? [] : ["hidden"], isFirst ? [] : ["0"])
      for span in drawing.spans {
        values.append("visible")
        times.append(share(span.lowerBound))
        guard span.upperBound < end else { continue }
        values.append("hidden")
        times.append(share(span.upperBound))
      }
      return """
        <g visibility="\(isFirst ? "visible" : "hidden")">
        <animate attributeName="visibility" calcMode="discrete" dur="\(end)ms" repeatCount="indefinite" \
        values="\(values.joined(separator: ";"))" keyTimes="\(times.joined(separator: ";"))"/>
        \(drawing.svg)</g>

        """
    }.joined()
  }

  private func share(_ time: Int) -> String {
    if time == 0 { return "0" }
    let tenThousandths = time * 10_000 / end
    let digits = String(tenThousandths % 10_000)
    return "\(tenThousandths / 10_000)." + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
