import Foundation
import Testing

/// The texts that users see: the string literals of the program, and the pages of the documentation.
///
/// To get them as one list, set AGG_TEXTS to the path of a file.
@Suite struct TextTests {
    private static let program = PackageTree.shipped.flatMap(\.texts).filter(\.isProse)

    private static let pages =
        (["README.md", "CONTRIBUTING.md", "CHANGELOG.md"] + PackageTree.paths(folder: "Docs").map { "Docs/\($0)" })
        .filter { $0.hasSuffix(".md") }.flatMap { path in
            MarkdownPage(path: path).prose.map { SwiftText(place: "\(path):\($0.number)", text: $0.text) }
        }

    @Test func `finds the texts of the program and the documentation`() throws {
        #expect(Self.program.count > 1_000)
        #expect(Self.pages.count > 1_000)
        guard let path = ProcessInfo.processInfo.environment["AGG_TEXTS"] else { return }
        let lines = (Self.program + Self.pages).map { "\($0.place): \($0.text.replacing("\n", with: " "))\n" }
        try lines.joined().write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// Words that read like a translation, British spelling, and machine punctuation.
    @Test(arguments: [
        "mend", "mends", "mended", "anew", "once more", "takes back", "takes away", "at most so", "so often", "thus",
        "licence", "catalogue", "colour", "behaviour", "favourite", "honour", "whilst", "amongst", "upon", "hereby",
        "is told", "is said", "are told", "serves instead", "in its place", "is there already", "there is none",
        "stands below", "stands behind", "what is there", "beside", "please", "sorry", "oops",
    ])
    func `does not use`(words: String) {
        for (text, spaced) in Self.spaced where spaced.contains(" \(words) ") {
            Issue.record("\(text.place): “\(words)” in: \(text.text)")
        }
    }

    /// The texts with their words in lowercase and a space on either side of each.
    private static let spaced = (program + pages).map { text in
        (
            text,
            " " + text.text.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "’" }.joined(separator: " ") + " "
        )
    }

    @Test(arguments: ["...", " ,", " ;", "can not "])
    func `has no`(punctuation: String) {
        for text in Self.program where (text.text + "\n").contains(punctuation) {
            Issue.record("\(text.place): “\(punctuation)” in: \(text.text)")
        }
    }

    @Test(arguments: [
        ("let a = \"one\" // \"two\"\nlet b = \"three\"", ["1 one", "2 three"]),
        (#"f("a \(g("b", (1)) + 1) c")"#, ["1 b", "1 a … c"]),
        ("let a = \"\"\"\n    one \\\n    two\n    three\n    \"\"\"\nlet b = \"c\"", ["1 one two\nthree", "6 c"]),
        (##"let a = #"one "two" \(x) \#(y)"#"##, [#"1 one "two" \(x) …"#]),
        (#"let a = "one\ntwo\"three""#, ["1 one\ntwo’three"]),
    ])
    func `reads string literals with their lines`(code: String, expected: [String]) {
        let texts = SwiftFile(path: "F", text: code).texts
        #expect(texts.map { "\($0.place.dropFirst(2)) \($0.text)" } == expected)
    }
}
