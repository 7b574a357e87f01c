/// The folders of a module, and which of them use types from other folders.
///
/// Imports do not show this, since every file in a module sees all others.
struct FolderGraph: Sendable {
    /// The name of the module, such as `AggSource`.
    let module: String
    /// For each folder, the folders whose types it uses, each with one example as `FILE: TYPE`.
    let uses: [String: [String: String]]

    init(module path: String, files: [SwiftFile]) {
        module = path.split(separator: "/").last.map(String.init) ?? ""
        var owners: [Substring: String] = [:]
        for file in files {
            for name in file.declaredTypes { owners[name] = Self.folder(of: file) }
        }
        var uses: [String: [String: String]] = [:]
        for file in files {
            let folder = Self.folder(of: file)
            uses[folder, default: [:]] = uses[folder] ?? [:]
            let own = Set(file.declaredTypes)
            for name in file.typeNames where !own.contains(name) {
                guard let owner = owners[name], owner != folder else { continue }
                uses[folder]?[owner] = "\(file.path): \(name)"
            }
        }
        self.uses = uses
    }

    /// The folders from lowest to highest, each after all that it uses; folders in a cycle and their users are left out.
    var layers: [[String]] {
        var layers: [[String]] = []
        var placed: Set<String> = []
        while true {
            let next = uses.filter { !placed.contains($0.key) && $0.value.keys.allSatisfy(placed.contains) }.keys
                .sorted()
            if next.isEmpty { return layers }
            layers.append(next)
            placed.formUnion(next)
        }
    }

    /// The uses that are part of a cycle or lead from one cycle to another.
    var faults: [String] {
        var rest = uses.filter { !Set(layers.joined()).contains($0.key) }
        while true {
            let used = Set(rest.values.joined().map(\.key))
            let next = rest.filter { used.contains($0.key) }
            if next.count == rest.count { break }
            rest = next
        }
        return rest.flatMap { folder, used in
            used.filter { rest[$0.key] != nil }.map { "\(folder) uses \($0.key) (\($0.value))" }
        }.sorted()
    }

    /// The folders in one line, for the page.
    var line: String { layers.map { $0.joined(separator: ", ") }.joined(separator: " → ") }

    /// The folder below the module's; files outside any folder count as a separate one.
    private static func folder(of file: SwiftFile) -> String {
        let parts = file.path.split(separator: "/").dropFirst(2).dropLast()
        return parts.isEmpty ? "." : parts.joined(separator: "/")
    }
}

extension SwiftFile {
    /// The names of the top-level types that the file declares for other files.
    var declaredTypes: [Substring] {
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
        return code.compactMap { _, text in
            guard text.first?.isWhitespace == false else { return nil }
            let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
            guard !words.contains("private"), !words.contains("fileprivate"), !words.contains("extension"),
                let index = words.firstIndex(where: kinds.contains), index + 1 < words.count
            else { return nil }
            return words[index + 1]
        }
    }

    /// The capitalized names in code that do not follow a dot, which are mostly types.
    var typeNames: Set<Substring> {
        var names: Set<Substring> = []
        for text in CodeText.parts(of: code.map(\.text).joined(separator: "\n")) {
            var rest = text
            while let start = rest.firstIndex(where: { $0.isLetter || $0 == "_" }) {
                let isMember = start > rest.startIndex && rest[rest.index(before: start)] == "."
                let word = rest[start...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                if !isMember, word.first?.isUppercase == true { names.insert(word) }
                rest = rest[word.endIndex...]
            }
        }
        return names
    }
}

/// Swift code without its string literals.
enum CodeText {
    /// The parts between string literals; interpolations are code too.
    static func parts(of code: String) -> [Substring] {
        var parts: [Substring] = []
        var start = code.startIndex
        var place = start
        // The open quotes, each with the number of open parentheses in the code after it.
        var open: [(quote: String, depth: Int)] = []
        var isQuoted = false
        while place < code.endIndex {
            let rest = code[place...]
            if isQuoted {
                if rest.hasPrefix("\\(") {
                    place = code.index(place, offsetBy: 2)
                    (start, isQuoted) = (place, false)
                    continue
                }
                if rest.first == "\\" {
                    place = code.index(place, offsetBy: 2, limitedBy: code.endIndex) ?? code.endIndex
                    continue
                }
                if let quote = open.last?.quote, rest.hasPrefix(quote) {
                    place = code.index(place, offsetBy: quote.count)
                    open.removeLast()
                    (start, isQuoted) = (place, false)
                    continue
                }
            } else if rest.first == "\"" {
                parts.append(code[start..<place])
                let quote = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
                open.append((quote, 0))
                place = code.index(place, offsetBy: quote.count)
                isQuoted = true
                continue
            } else if let last = open.indices.last {
                if rest.first == "(" { open[last].depth += 1 }
                if rest.first == ")" {
                    if open[last].depth == 0 {
                        parts.append(code[start..<place])
                        isQuoted = true
                    } else {
                        open[last].depth -= 1
                    }
                }
            }
            place = code.index(after: place)
        }
        if !isQuoted { parts.append(code[start...]) }
        return parts
    }
}
