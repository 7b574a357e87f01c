import Foundation

/// Names out of a list of cities, one object a line.
enum Names {
    /// All names, in their order.
    static func all(of list: String) throws -> [Substring] {
        try String(contentsOfFile: list, encoding: .utf8).split(separator: "\n").compactMap(name)
    }

    /// As many names, spread evenly over the list.
    static func sample(_ count: Int, from list: String) throws -> [String] {
        let names = try all(of: list)
        let step = max(1, names.count / count)
        return stride(from: 0, to: names.count, by: step).map { String(names[$0]) }.filter { !$0.isEmpty }
    }

    private static func name(in line: Substring) -> Substring? {
        guard let start = line.range(of: "\"name\":\"") else { return nil }
        return line[start.upperBound...].prefix { $0 != "\"" }
    }
}
