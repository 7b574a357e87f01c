// Names the public declarations without documentation in symbol graphs: `swift undocumented.swift FILE…`. Ends with 1
// where there are any.
import Foundation

struct Graph: Decodable {
    struct Symbol: Decodable {
        struct Comment: Decodable {}
        struct Location: Decodable {
            var uri: String
            var position: Position
        }
        struct Position: Decodable { var line: Int }
        var accessLevel: String
        var pathComponents: [String]
        var docComment: Comment?
        var location: Location?
    }
    var symbols: [Symbol]
}

var missing = 0
for path in CommandLine.arguments.dropFirst() {
    let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: URL(filePath: path)))
    // What the compiler makes by itself has no place in a file.
    for symbol in graph.symbols where symbol.accessLevel == "public" && symbol.docComment == nil {
        guard let location = symbol.location, let file = URL(string: location.uri)?.path else { continue }
        print("\(file):\(location.position.line + 1): \(symbol.pathComponents.joined(separator: ".")) has no documentation")
        missing += 1
    }
}
exit(missing == 0 ? 0 : 1)
