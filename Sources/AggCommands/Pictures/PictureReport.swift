/// A picture as an answer, and the table it is drawn from, which the forms for programs show.
package struct PictureReport: Sendable {
    enum Picture: Sendable {
        case chart(ChartPicture)
        case map(MapPicture)
    }

    let picture: Picture
    /// The data.
    package var report: TableReport
    /// What stands above the picture in a file: the line that was typed.
    let title: String

    /// The lines at a terminal.
    func lines(width: Int?, style: Style) -> [String] {
        switch picture {
        case .chart(let chart): chart.lines(width: width, style: style)
        case .map(let map): map.lines(width: width, style: style)
        }
    }

    /// The picture as an SVG document.
    package var svg: String {
        switch picture {
        case .chart(let chart): chart.svg(title: title)
        case .map(let map): map.svg(title: title)
        }
    }
}
