/// Reads and writes comma-separated values according to RFC 4180.
package enum CSVText {
    /// The cells of one row, and the line where it starts, counting from 1.
    package struct Row: Hashable, Sendable {
        /// The cells.
        package var cells: [String]
        /// The line.
        package var line: Int
    }

    /// Writes rows, each terminated by CR LF.
    ///
    /// A cell with a comma, a quote, or a line break is quoted. So is an empty cell that is the only one in its row,
    /// since readers skip empty lines, and one with a byte order mark, which they remove at the start.
    package static func write(_ rows: [[String]]) -> String {
        rows.map { $0 == [""] ? "\"\"\r\n" : $0.map(quoted).joined(separator: ",") + "\r\n" }.joined()
    }

    /// Parses rows with any line endings; an unclosed quote ends at the end of the text.
    package static func read(_ text: String) -> [Row] {
        var rows: [Row] = []
        var cells: [String] = []
        var cell = String.UnicodeScalarView()
        var isQuoted = false
        var isBegun = false
        var line = 1
        var start = 1
        func isLineEnd(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\r" }
        var scalars = Array(text.unicodeScalars)[...]
        if scalars.first == "\u{FEFF}" { scalars = scalars.dropFirst() }
        while let scalar = scalars.popFirst() {
            if scalar == "\n" { line += 1 }
            if isQuoted {
                if scalar != "\"" {
                    cell.append(scalar)
                } else if scalars.first == "\"" {
                    cell.append("\"")
                    scalars = scalars.dropFirst()
                } else {
                    isQuoted = false
                }
            } else if scalar == "\"", cell.isEmpty {
                (isQuoted, isBegun) = (true, true)
            } else if scalar == "," {
                cells.append(String(cell))
                (cell, isBegun) = (String.UnicodeScalarView(), true)
            } else if isLineEnd(scalar) {
                if isBegun || !cell.isEmpty { rows.append(Row(cells: cells + [String(cell)], line: start)) }
                (cells, cell, isBegun, start) = ([], String.UnicodeScalarView(), false, line)
            } else {
                cell.append(scalar)
            }
        }
        if isBegun || !cell.isEmpty { rows.append(Row(cells: cells + [String(cell)], line: start)) }
        return rows
    }

    private static func quoted(_ text: String) -> String {
        let isSpecial = text.unicodeScalars.contains { ["\"", ",", "\n", "\r", "\u{FEFF}"].contains($0) }
        guard isSpecial else { return text }
        var quoted = "\"".unicodeScalars
        for scalar in text.unicodeScalars {
            if scalar == "\"" { quoted.append(scalar) }
            quoted.append(scalar)
        }
        return String(quoted) + "\""
    }
}
