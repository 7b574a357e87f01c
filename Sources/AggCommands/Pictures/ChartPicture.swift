import AggCore
import AggSource
import AggStorage
import Foundation

/// Counts as bars: of values, of number ranges (a histogram), or of months and years (a time series).
struct ChartPicture: Sendable {
    struct Item: Hashable, Sendable {
        var label: String
        var value: Double
        /// The value as shown.
        var text: String

        init(label: String, count: Int) {
            self.init(label: label, value: Double(count), text: String(count))
        }

        init(label: String, value: Double, text: String) {
            self.label = label
            self.value = value
            self.text = text
        }
    }

    /// Bars under one heading.
    struct Group: Hashable, Sendable {
        var heading: String
        var items: [Item]
    }

    let groups: [Group]

    /// Creates the bars of a facet of one or two columns; with two, the values of the second are the headings.
    init(_ answer: FacetAnswer) {
        let rows = answer.facet.rows
        guard answer.columns.count > 1 else {
            // If rows were left out, a gap between the others does not mean that there are no records.
            let isComplete = answer.columns.first?.grouping != .values && answer.facet.others == 0
            let filled = isComplete ? ChartSeries.filled(rows) : rows
            groups = [Group(heading: "", items: filled.map { Item(label: Self.label($0.values[0]), count: $0.count) })]
            return
        }
        var groups: [Group] = []
        for row in rows {
            let (heading, item) = (Self.label(row.values[0]), Item(label: Self.label(row.values[1]), count: row.count))
            if let index = groups.firstIndex(where: { $0.heading == heading }) {
                groups[index].items.append(item)
            } else {
                groups.append(Group(heading: heading, items: [item]))
            }
        }
        self.groups = groups
    }

    /// Creates bars under headings.
    init(groups: [Group]) {
        self.groups = groups
    }

    /// Creates the bars of a value over time.
    init(_ items: [Item]) {
        groups = [Group(heading: "", items: items)]
    }

    private var greatest: Double { groups.flatMap(\.items).map(\.value).filter(\.isFinite).max() ?? 0 }

    /// The lines of the chart, fitted to a width.
    func lines(width: Int?, style: Style) -> [String] {
        let items = groups.flatMap(\.items)
        guard !items.isEmpty else { return ["Nothing to draw."] }
        let width = max(width ?? 80, 30)
        let labels = min(items.map { DisplayWidth.of(VisibleText.of($0.label)) }.max() ?? 0, width / 2)
        let numbers = items.map(\.text.count).max() ?? 0
        let room = max(5, min(width - labels - numbers - 3, 80))
        return groups.flatMap { group in
            (group.heading.isEmpty ? [] : [style.bold(VisibleText.of(group.heading))])
                + group.items.map { item in
                    let label = DisplayWidth.cut(VisibleText.of(item.label), to: labels)
                    if item.text.isEmpty { return label }
                    let bar = Bar.text(item.value, of: greatest, width: room)
                    let head = DisplayWidth.pad(label, to: labels) + " "
                    return head + DisplayWidth.pad(item.text, to: numbers, right: true)
                        + (bar.isEmpty ? "" : " " + style.text(bar, .picture))
                }
        }
    }

    func svg(title: String) -> String {
        let (width, row, top) = (960.0, 22.0, 56.0)
        let lines = groups.reduce(0) { $0 + $1.items.count + ($1.heading.isEmpty ? 0 : 1) }
        var document = SVGDocument(width: width, height: top + Double(max(lines, 1)) * row + 24, title: title)
        guard lines > 0, greatest > 0 else {
            document.text("Nothing to draw.", x: 24, y: 70, size: 14)
            return document.text
        }
        let longest = groups.flatMap(\.items).map { DisplayWidth.of($0.label) }.max() ?? 0
        let left = 24 + Double(min(longest, 40)) * 7.2 + 10
        let room = width - left - 90
        var y = top
        for group in groups {
            if !group.heading.isEmpty {
                document.text(DisplayWidth.cut(group.heading, to: 60), x: 24, y: y + 15, size: 13, isBold: true)
                y += row
            }
            for item in group.items {
                let length = item.value.isFinite ? max(0, item.value / greatest) * room : 0
                document.text(
                    DisplayWidth.cut(item.label, to: 40), x: left - 8, y: y + 15, size: 12, anchor: "end")
                document.rectangle(x: left, y: y + 3, width: length, height: row - 6, fill: "#1f6feb")
                document.text(item.text, x: left + length + 6, y: y + 15, size: 12)
                y += row
            }
        }
        return document.text
    }

    private static func label(_ value: Facet.Value) -> String {
        value == .missing ? "(none)" : value.text
    }
}

/// Fills gaps in a series: days, weeks, months, years, and ranges without records get empty bars.
enum ChartSeries {
    /// The maximum number of bars to fill in.
    private static let most = 600

    /// The rows, including those between them that have no count.
    static func filled(_ rows: [Facet.Row]) -> [Facet.Row] {
        var filled: [Facet.Row] = []
        for row in rows {
            if let last = filled.last {
                var next = following(last.values[0])
                while let value = next, value != row.values[0], isBefore(value, row.values[0]) {
                    if filled.count > most { return rows }
                    filled.append(Facet.Row([value], 0))
                    next = following(value)
                }
            }
            filled.append(row)
        }
        return filled
    }

    private static func following(_ value: Facet.Value) -> Facet.Value? {
        switch value {
        case .range(let from, let to): return to > from ? .range(to, sum(of: to, and: to - from)) : nil
        case .text(let text): return DateBins.following(text).map { .text($0) }
        default: return nil
        }
    }

    /// The sum of two numbers without a rounding error: the bounds of ranges have at most twelve digits.
    private static func sum(of first: Double, and second: Double) -> Double {
        let sum = first + second
        let unit = pow(10, log10(abs(first) + abs(second)).rounded(.up) - 12)
        let rounded = unit < 1 ? (sum / unit).rounded() / (1 / unit).rounded() : sum
        return rounded.isFinite ? rounded : sum
    }

    private static func isBefore(_ left: Facet.Value, _ right: Facet.Value) -> Bool {
        switch (left, right) {
        // Allow half a width of tolerance: the bounds are sums here and products there.
        case (.range(let left, let end), .range(let right, _)): right - left > (end - left) / 2
        case (.text(let left), .text(let right)): left.count == right.count && left < right
        default: false
        }
    }
}

/// A horizontal bar of block characters, accurate to an eighth of a column.
enum Bar {
    private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    /// The bar of a number, where the greatest fills the width; anything above zero is visible.
    static func text(_ number: Double, of greatest: Double, width: Int) -> String {
        guard number > 0, greatest > 0, number.isFinite, greatest.isFinite else { return "" }
        let length = max(1, Int(clamping: (number / greatest * Double(width * 8)).rounded()))
        return String(repeating: "█", count: length / 8) + eighths[length % 8]
    }
}
