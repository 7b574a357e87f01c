import Foundation

/// Names out of a list of cities, one object a line.
enum Names {
    /// As many names, spread evenly over the list.
    static func sample(_ count: Int, from list: String) throws -> [String] {
        let lines = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n")
        let step = max(1, lines.count / count)
        return stride(from: 1, to: lines.count, by: step).compactMap { index in
            guard let start = lines[index].range(of: "\"name\":\"") else { return nil }
            return String(lines[index][start.upperBound...].prefix { $0 != "\"" })
        }
    }

    /// Writes the list several times over into one, each time with ids of its own.
    static func repeatList(_ list: String, times: Int, to path: String) throws {
        let body = try String(contentsOfFile: list, encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines).dropFirst().dropLast()
        FileManager.default.createFile(atPath: path, contents: Data("[".utf8))
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.seekToEnd()
        for turn in 1...times {
            let copy = body.replacing("\"_id\":", with: "\"_id\":\(turn)0")
            try file.write(contentsOf: Data((copy + (turn < times ? "," : "]")).utf8))
        }
        try file.close()
    }
}
