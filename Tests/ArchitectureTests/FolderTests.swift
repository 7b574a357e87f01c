import Testing

/// The folders of a module have an order, in which each one knows only those before it: imports do not show that, the names of
/// types do.
@Suite struct FolderTests {
    /// The folders of modules, from the bottom to the top.
    private static let orders: [String: [String]] = [
        "Sources/AggCommands": [
            "Grammar", "Text", "Declaration", "Settings", "Pictures", "Answers", "Rendering", "Running", "Commands",
            "Completion", "Reference",
        ]
    ]

    @Test(arguments: orders.keys.sorted())
    func `a folder knows only those before it`(module: String) throws {
        let order = try #require(Self.orders[module])
        let files = PackageTree.files(of: module)
        let homes = Dictionary(
            files.flatMap { file in file.ownTypes.map { ($0, file.folder) } }, uniquingKeysWith: { first, _ in first })
        #expect(homes.count > 50)
        #expect(Set(files.map(\.folder)) == Set(order), "each folder has its place in the order")
        for file in files {
            let known = order.prefix { $0 != file.folder } + [file.folder]
            let strange = file.namedTypes.filter { type in homes[type].map { !known.contains($0) } ?? false }
            #expect(strange.isEmpty, "\(file.path) knows \(strange.sorted().joined(separator: ", "))")
        }
    }

    @Test func `types are found in code, not in comments, texts and other types`() {
        let file = SwiftFile(
            path: "Sources/M/Folder/A.swift",
            text: #"""
                /// Uses Comment.
                package struct A: B {
                    struct Nested {}
                    let c: [C.Inner] = "Quoted \(D(1)) Text"
                    let e = """
                        Long \(E.name) Words
                        """
                }
                """#)
        #expect(file.folder == "Folder")
        #expect(file.ownTypes == ["A"])
        #expect(file.namedTypes == ["A", "B", "C", "D", "E", "Nested"])
    }
}

extension SwiftFile {
    /// The folder of its module in which it is.
    fileprivate var folder: String { path.split(separator: "/").dropFirst(2).first.map(String.init) ?? "" }

    /// The types that it declares, none of them within another.
    fileprivate var ownTypes: [String] {
        let declaration =
            /^(?:(?:public|package|internal|final|indirect) )*(?:struct|enum|class|protocol|actor|typealias) (\w+)/
        return code.compactMap { $0.text.firstMatch(of: declaration).map { String($0.1) } }
    }

    /// The names of types in its code, what stands within a type left out.
    fileprivate var namedTypes: Set<String> {
        var names: Set<String> = []
        var isInText = false
        for (_, line) in code {
            let isEdge = line.contains("\"\"\"")
            let texts = isInText && !isEdge ? Self.interpolated(line[...]) : Self.withoutTexts(line)
            for match in texts.matches(of: /(?:^|[^\w.])([A-Z]\w*)/) { names.insert(String(match.1)) }
            if isEdge, line.ranges(of: "\"\"\"").count == 1 { isInText.toggle() }
        }
        return names
    }

    /// A line whose texts are left out, but not what is interpolated in them.
    private static func withoutTexts(_ line: String) -> String {
        line.replacing(/"(?:\\.|[^"\\])*"/) { " " + interpolated($0.output) + " " }
    }

    private static func interpolated(_ text: Substring) -> String {
        text.matches(of: /\\\(([^)]*)\)/).map { String($0.1) }.joined(separator: " ")
    }
}
