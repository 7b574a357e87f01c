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
        /// The time that is shown as the label, in the user's zone; nil for another label.
        var time: Date?

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
        // If rows were left out, a gap between the others does not mean that there are no records.
        let isComplete = answer.columns.last?.grouping != .values && answer.facet.others == 0
        func items(_ rows: [Facet.Row]) -> [Item] {
            let own = rows.map { Facet.Row([$0.values[$0.values.count - 1]], $0.count) }
            return (isComplete ? ChartSeries.filled(own) : own).map {
                Item(label: Self.label($0.values[0]), count: $0.count)
            }
        }
        guard answer.columns.count > 1 else {
            groups = [Group(heading: "", items: items(answer.facet.rows))]
            return
        }
        groups = Self.grouped(answer).map { Group(heading: Self.label($0.heading), items: items($0.rows)) }
    }

    /// The rows of a facet in the order of its bars.
    static func ordered(_ answer: FacetAnswer) -> [Facet.Row] {
        answer.columns.count > 1 ? grouped(answer).flatMap(\.rows) : answer.facet.rows
    }

    /// The rows with the same first value, in the order in which these first occur; dates and numbers of the second
    /// column are in order.
    private static func grouped(_ answer: FacetAnswer) -> [(heading: Facet.Value, rows: [Facet.Row])] {
        var places: [Facet.Value: Int] = [:]
        var groups: [(heading: Facet.Value, rows: [Facet.Row])] = []
        for row in answer.facet.rows {
            if let place = places[row.values[0]] {
                groups[place].rows.append(row)
            } else {
                places[row.values[0]] = groups.count
                groups.append((row.values[0], [row]))
            }
        }
        guard answer.columns[1].grouping != .values else { return groups }
        return groups.map { group in
            (group.heading, group.rows.sorted { $0.values[1].isBefore($1.values[1]) })
        }
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

    /// The bars with their times in a zone as labels: to the minute, or to the second if some would be the same.
    private func labeled(in zone: TimeZone) -> [Group] {
        groups.map { group in
            let times = group.items.compactMap(\.time).map { TimeText.instant($0, in: zone) }
            let areAlike = Set(times).count < times.count
            var labeled = group
            for (index, item) in group.items.enumerated() {
                guard let time = item.time else { continue }
                labeled.items[index].label = TimeText.instant(time, in: zone, showsSeconds: areAlike)
            }
            return labeled
        }
    }

    /// The lines of the chart, fitted to a width.
    func lines(width: Int?, style: Style, zone: TimeZone = .current) -> [String] {
        let groups = labeled(in: zone)
        let items = groups.flatMap(\.items)
        guard !items.isEmpty else { return ["Nothing to draw."] }
        let width = max(width ?? 80, 30)
        let labels = min(items.map { DisplayWidth.of(VisibleText.of($0.label)) }.max() ?? 0, width / 2)
        let numbers = items.map(\.text.count).max() ?? 0
        let room = max(5, min(width - labels - numbers - 3, 80))
        let greatest = greatest
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
        let groups = labeled(in: .current)
        let (width, row, top) = (960.0, 22.0, 56.0)
        let lines = groups.reduce(0) { $0 + $1.items.count + ($1.heading.isEmpty ? 0 : 1) }
        var document = SVGDocument(width: width, height: top + Double(max(lines, 1)) * row + 24, title: title)
        let greatest = greatest
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
