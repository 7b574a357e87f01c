import Foundation

/// A page of the documentation, by its lines.
struct MarkdownPage: Sendable {
    /// The path below the root of the package, such as `Docs/FAQ.md`.
    let path: String
    /// The unchanged lines.
    let lines: [String]

    init(path: String) {
        self.init(path: path, text: PackageTree.text(path))
    }

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The fenced blocks after a line with only a path, such as `` `Sources/A.swift`: ``, each with that path.
    var namedBlocks: [(path: String, text: String)] {
        var blocks: [(path: String, text: String)] = []
        var name: String?
        var block: [String]?
        for line in lines {
            if line.hasPrefix("```") {
                if let name, let block { blocks.append((name, block.map { $0 + "\n" }.joined())) }
                if block != nil { name = nil }
                block = block == nil ? [] : nil
            } else if block != nil {
                block?.append(line)
            } else if !line.isEmpty {
                name = line.hasPrefix("`") && line.hasSuffix("`:") ? String(line.dropFirst().dropLast(2)) : nil
            }
        }
        return blocks
    }

    /// The headings as link targets, such as `a-program-of-your-own`.
    var anchors: Set<String> {
        Set(
            prose.filter { $0.text.hasPrefix("#") }.map { line in
                line.text.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
                    .filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.replacing(" ", with: "-")
            })
    }

    /// The targets of the links and pictures, with their line numbers.
    var links: [(number: Int, target: String)] {
        prose.flatMap { number, text in
            text.split(separator: "](", omittingEmptySubsequences: false).dropFirst().map { rest in
                (number, String(rest.prefix { $0 != ")" && $0 != " " }))
            }
        }
    }

    /// The lines outside fenced blocks, numbered from 1.
    var prose: [(number: Int, text: String)] {
        var isInBlock = false
        return lines.enumerated().compactMap { index, line in
            if line.hasPrefix("```") { isInBlock.toggle() }
            return isInBlock || line.hasPrefix("```") ? nil : (index + 1, line)
        }
    }
}
