import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

@testable import AggCommands
@testable import AggSource
@testable import AggStorage
@testable import AggCore

extension FuzzTarget {
    /// Charts and maps with any words in them: SVG that a strict parser accepts.
    static let pictures = [
        FuzzTarget(name: "svg", seeds: ["Caf\u{E9} <b> & \"x\"\u{1B}[31m\u{202E}\u{0}\u{FFFE}", "1\n2\n3"]) {
            bytes throws(BrokenPromise) in
            let lines = bytes.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
            let rows = lines.enumerated().map { Facet.Row([.text($1)], $0 * 7) }
            let answer = FacetAnswer(
                facet: Facet(rows: rows, records: rows.count), columns: [FacetColumn("a")], notes: [], sources: [])
            let title = lines.first ?? ""
            let points = bytes.prefix(40).compactMap { Coordinate(latitude: Double($0) - 90, longitude: Double($0)) }
            let map = MapPicture(points: points, names: zip(lines, points).map { ($0, $1) })
            for document in [ChartPicture(answer).svg(title: title), map.svg(title: title)] {
                let parser = XMLParser(data: Data(document.utf8))
                try BrokenPromise.unless(parser.parse(), "not well-formed: \(document)")
            }
            _ = ChartPicture(answer).lines(width: 80, style: Style(usesColor: false))
        }
    ]
}
