import AggCore
package import AggSource
package import AggStorage

/// A picture as an answer, with the table it is drawn from; formats for programs show the table.
package struct PictureReport: Answer {
    enum Picture: Sendable {
        case chart(ChartPicture)
        case map(MapPicture)
    }

    let picture: Picture
    /// The data.
    package var report: TableReport
    /// The title of the picture in a file: the command as typed.
    let title: String
    /// Whether it was drawn from the last results, which then remain the last results.
    var isOfLastResults = false

    /// The picture for a terminal.
    private func drawing(_ presentation: Presentation) -> [String] {
        let (width, style) = (presentation.width, presentation.style)
        return switch picture {
        case .chart(let chart): chart.lines(width: width, style: style, zone: presentation.zone)
        case .map(let map): map.lines(title: title, width: width, height: presentation.height, style: style)
        }
    }

    package var svg: String? { drawn }

    /// The places on a map; empty for a chart.
    package var points: [Coordinate] {
        if case .map(let map) = picture { map.points } else { [] }
    }

    /// The picture as an SVG document.
    var drawn: String {
        switch picture {
        case .chart(let chart): chart.svg(title: title)
        case .map(let map): map.svg(title: title)
        }
    }

    package var showsRecords: Bool { true }
    package var canBeShownAgain: Bool { !isOfLastResults }
    package var values: DataTable? { report.table }
    package var isTruncated: Bool { report.isTruncated }
    package var sources: [SourceStatus] { report.sources }
    package var queryNotes: [String] {
        get { report.queryNotes }
        set { report.queryNotes = newValue }
    }

    package mutating func choose(_ columns: [String]) -> Bool { report.choose(columns) }

    package func document(_ output: CommandOutput) -> AnswerDocument { report.document(output) }

    package func cells(_ output: CommandOutput) -> AnswerTable? { report.cells(output) }

    package func separatedCells(_ output: CommandOutput) -> AnswerTable? { report.separatedCells(output) }

    package func lines(_ output: CommandOutput, _ presentation: Presentation) -> AnswerText {
        let notes = TableReportLayout(presentation).remarks(report)
        return AnswerText(drawing(presentation) + notes)
    }
}
