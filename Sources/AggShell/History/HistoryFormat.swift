/// How lines stand in the history file: one a row, UTF-8, newest last, a backslash and a line break escaped.
enum HistoryFormat {
    /// The row of a line, with its line break.
    static func row(_ line: String) -> String {
        var row = ""
        for scalar in line.unicodeScalars {
            switch scalar {
            case "\\": row += "\\\\"
            case "\n": row += "\\n"
            default: row.unicodeScalars.append(scalar)
            }
        }
        return row + "\n"
    }

    /// The lines of a file's bytes.
    ///
    /// What is not UTF-8 is repaired; empty rows and repeats in a row are left out.
    static func lines(_ bytes: [UInt8]) -> [String] {
        var lines: [String] = []
        for row in bytes.split(separator: UInt8(ascii: "\n")) {
            let line = unescaped(String(decoding: row, as: UTF8.self))
            if !line.isEmpty, line != lines.last { lines.append(line) }
        }
        return lines
    }

    private static func unescaped(_ row: String) -> String {
        guard row.unicodeScalars.contains("\\") else { return row }
        var line = String.UnicodeScalarView()
        var isEscape = false
        for scalar in row.unicodeScalars {
            switch (isEscape, scalar) {
            case (false, "\\"):
                isEscape = true
                continue
            case (true, "n"): line.append("\n")
            case (true, "\\"), (false, _): line.append(scalar)
            case (true, _):
                line.append("\\")
                line.append(scalar)
            }
            isEscape = false
        }
        if isEscape { line.append("\\") }
        return String(line)
    }
}
