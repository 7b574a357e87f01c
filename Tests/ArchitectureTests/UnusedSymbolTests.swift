import Foundation
import Testing

/// No declaration is unused, used only by tests, or more visible than it needs to be.
struct UnusedSymbolTests {
    /// The shipped files except AggTesting, which is for the tests of source authors.
    private static let files = PackageTree.shipped.filter { $0.module != "Sources/AggTesting" }
    private static let words = files.map(\.words)
    /// The distinct words of tests and examples.
    private static let wordsOfTests: Set<String> = Set(
        ["Tests", "Docs/Examples"].flatMap { folder in
            PackageTree.paths(folder: folder).filter { $0.hasSuffix(".swift") }.flatMap {
                SwiftFile(path: $0, text: PackageTree.text("\(folder)/\($0)")).words
            }
        })

    /// Names that only seem unused: the standard library calls them, a public protocol requires them, or tests wait for
    /// them instead of sleeping.
    private static let exceptions: Set = [
        "appendLiteral", "columnKind", "enqueue", "fieldValue", "makeIterator", "waitingCount",
    ]

    @Test func `shipped code uses everything it declares`() {
        var counts: [String: Int] = [:]
        for word in Self.words.joined() { counts[word, default: 0] += 1 }
        for (file, words) in zip(Self.files, Self.words) {
            let own = Dictionary(words.map { ($0, 1) }, uniquingKeysWith: +)
            for name in file.members(withAccess: nil) where own[name] == counts[name] && own[name] == 1 {
                #expect(Self.exceptions.contains(name), "\(file.path): nothing shipped uses \(name)")
            }
        }
    }

    @Test func `another file uses every declaration that is visible to other files`() {
        var homes: [String: Int] = [:]
        for words in Self.words { for word in Set(words) { homes[word, default: 0] += 1 } }
        for file in Self.files {
            for name in file.members(withAccess: ["package", "public"]) where homes[name] == 1 {
                let isUsed = Self.wordsOfTests.contains(name) || Self.exceptions.contains(name)
                #expect(isUsed, "\(file.path): no other file uses \(name)")
            }
        }
    }

    @Test(arguments: [
        ("package static func a(b: Int) {}", ["a"]), ("    public private(set) var c: Int", ["c"]),
        ("package final class D: E {", []), ("let g = 1", []), ("package init(h: Int)", []),
        ("package nonisolated let i: Int", ["i"]), ("import package j", []), ("    package func `k l`() {", []),
    ])
    func `finds the members that are visible to other files`(line: String, names: [String]) {
        let file = SwiftFile(path: "Sources/A/B.swift", text: line)
        #expect(file.members(withAccess: ["package", "public"]) == names)
    }
}

extension SwiftFile {
    /// The words of the code, including repeated ones.
    fileprivate var words: [String] {
        code.flatMap { $0.text.utf8.split { !Self.isOfWord($0) }.map { String(decoding: $0, as: UTF8.self) } }
    }

    /// The names of functions, variables, and constants; only those with one of the given access levels, if any.
    fileprivate func members(withAccess access: Set<Substring>?) -> [String] {
        code.compactMap { line in
            let words = line.text.split { " (:<={".contains($0) }
            guard let kind = words.firstIndex(where: { ["func", "var", "let"].contains($0) }),
                words[..<kind].allSatisfy(Self.modifiers.contains), kind + 1 < words.count,
                access.map({ !$0.isDisjoint(with: words[..<kind]) }) ?? true
            else { return nil }
            let name = words[kind + 1]
            return name.utf8.allSatisfy(Self.isOfWord) ? String(name) : nil
        }
    }

    private static let modifiers: Set<Substring> = [
        "public", "package", "internal", "fileprivate", "private", "set)", "static", "final", "mutating", "nonisolated",
        "override", "lazy", "weak", "async",
    ]

    private static func isOfWord(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || byte >= 0x80 || byte.isASCIILetterOrDigit
    }
}

extension UInt8 {
    fileprivate var isASCIILetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
