// Lists the public declarations in symbol graphs that have no documentation, or that throw errors but do not document
// them. Exits with status 1 if there are any. Usage: `swift undocumented.swift FILE…`.
import Foundation

struct Graph: Decodable {
    struct Symbol: Decodable {
        struct Comment: Decodable {
            struct Line: Decodable { var text: String }
            var lines: [Line]
        }
        struct Fragment: Decodable { var spelling: String }
        struct Location: Decodable {
            var uri: String
            var position: Position
        }
        struct Position: Decodable { var line: Int }
        var accessLevel: String
        var pathComponents: [String]
        var declarationFragments: [Fragment]?
        var docComment: Comment?
        var location: Location?

        /// Whether the declaration itself throws, rather than a closure parameter or by rethrowing.
        var isThrowing: Bool {
            var depth = 0
            let fragments = (declarationFragments ?? []).map(\.spelling)
            for (index, fragment) in fragments.enumerated() {
                let what = fragments[(index + 1)...].prefix(2).joined()
                if depth == 0, fragment == "throws", !what.hasPrefix("(Failure") { return true }
                depth += fragment.count { $0 == "(" } - fragment.count { $0 == ")" }
            }
            return false
        }

        /// What is missing from its documentation; nil if it is complete.
        var lack: String? {
            guard let docComment else { return "has no documentation" }
            let says = docComment.lines.contains { $0.text.contains("- Throws:") }
            return isThrowing && !says ? "does not document what it throws" : nil
        }
    }
    var symbols: [Symbol]
}

var missing = 0
for path in CommandLine.arguments.dropFirst() {
    let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: URL(filePath: path)))
    // Declarations synthesized by the compiler have no location.
    for symbol in graph.symbols where symbol.accessLevel == "public" {
        guard let lack = symbol.lack, let location = symbol.location, let file = URL(string: location.uri)?.path else {
            continue
        }
        print("\(file):\(location.position.line + 1): \(symbol.pathComponents.joined(separator: ".")) \(lack)")
        missing += 1
    }
}
exit(missing == 0 ? 0 : 1)
