/// The folders of a module, and which of them use types that other ones declare.
///
/// Imports do not show this: inside a module every file sees every other one.
struct FolderGraph: Sendable {
    /// The name of the module, such as `AggSource`.
    let module: String
    /// For each folder those whose types it uses, each with one use as `FILE: TYPE`.
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

    /// The folders from the lowest to the highest, each behind all that it uses; those of a cycle, and what uses them,
    /// are left out.
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

    /// The uses that are part of a cycle, or lead from one to another.
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

    /// The folder below the module's; files beside the folders are one of their own.
    private static func folder(of file: SwiftFile) -> String {
        let parts = file.path.split(separator: "/").dropFirst(2).dropLast()
        return parts.isEmpty ? "." : parts.joined(separator: "/")
    }
}

extension SwiftFile {
    /// The names of the types that the file declares outside of others, for more than itself.
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

    /// The names with a capital that stand in code and behind no dot: types, for the most part.
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

/// Swift without what is quoted in it.
enum CodeText {
    /// The parts between quoted texts; what is interpolated into one is code too.
    static func parts(of code: String) -> [Substring] {
        var parts: [Substring] = []
        var start = code.startIndex
        var place = start
        // The quotes that are open, each with the parentheses that are open in the code behind it.
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
