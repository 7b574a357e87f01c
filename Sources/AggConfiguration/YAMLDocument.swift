import AggSource
import Yams

/// The tree of a YAML text; it has no tree if the text is empty or not YAML.
struct YAMLDocument {
    let file: String
    /// How anyone other than the user and root can change the file; nil if nobody can.
    let risk: ConfigurationPlace.Risk?
    private(set) var root: Node?
    private(set) var faults: [ConfigurationFault] = []

    /// Constructs nothing, since only nodes are read.
    ///
    /// The library's own tables of types would take a while to create.
    private static var constructor: Constructor { Constructor([:], [:], [:]) }

    /// Parses a text; values keep their text, whatever type YAML would take them for.
    init(_ text: String, file: String, risk: ConfigurationPlace.Risk? = nil) {
        self.file = file
        self.risk = risk
        var text = text.first == "\u{FEFF}" ? String(text.dropFirst()) : text
        // The library stops at the first mapping with a repeated key. Marking the key and parsing again finds any other
        // errors; the number of attempts is limited.
        for attempt in 1...30 {
            do {
                root = try Parser(yaml: text, resolver: .basic, constructor: Self.constructor, encoding: .utf8)
                    .singleRoot()
                return
            } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
                guard let marked = RepeatedKey.mark(context.mark, in: text, number: attempt) else {
                    fault("the key “\(keys.first ?? "")” appears twice; keep one of them", line: context.mark.line)
                    return
                }
                text = marked
            } catch let error as YamlError {
                fault(error, in: text)
                return
            } catch {
                fault("invalid YAML (\(error)); fix or remove the line", line: 1)
                return
            }
        }
        fault("too many keys appear twice; keep one of each", line: 1)
    }

    private mutating func fault(_ error: YamlError, in text: String) {
        switch error {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            // An error at the end of the text is reported for the line after it, so use the last line.
            let last = max(1, text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count)
            let begin = context.map { " (\($0.text), starting on line \(min($0.mark.line, last)))" } ?? ""
            fault("invalid YAML: \(problem)\(begin); \(fix(mark, in: text))", line: min(mark.line, last))
        case .reader(let problem, let offset, _, _):
            let line = text.prefix(offset ?? 0).count(where: \.isNewline) + 1
            fault("invalid YAML: \(problem); remove the character", line: line)
        default:
            fault("invalid or too deeply nested YAML; check brackets and indentation", line: 1)
        }
    }

    /// How to fix a line that is not YAML.
    private func fix(_ mark: Mark, in text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let isTabbed = lines.dropFirst(mark.line - 1).first?.hasPrefix("\t") ?? false
        return isTabbed ? "indent with spaces, not tabs" : "check quotes, brackets, and indentation here and above"
    }

    private mutating func fault(_ message: String, line: Int) {
        faults.append(ConfigurationFault(message, at: ConfigurationPlace(file: file, line: line)))
    }
}

/// Marks a repeated key, so that the YAML library accepts the text.
enum RepeatedKey {
    /// From the private use area: YAML allows it, and no key contains it.
    private static let bracket: Character = "\u{E000}"

    /// Marks the key that starts at a location; nil if that is not safe (an alias, a tag, a list as a key).
    static func mark(_ place: Mark, in text: String, number: Int) -> String? {
        let scalars = text.unicodeScalars
        guard let begin = index(of: place, in: scalars), begin < scalars.endIndex else { return nil }
        let isQuoted = scalars[begin] == "\"" || scalars[begin] == "'"
        if "&*!?[{|>".unicodeScalars.contains(scalars[begin]) { return nil }
        var marked = text
        marked.unicodeScalars.insert(
            contentsOf: "\(bracket)\(number)\(bracket)".unicodeScalars,
            at: isQuoted ? scalars.index(after: begin) : begin)
        return marked
    }

    /// The key without its mark.
    static func unmarked(_ key: String) -> String {
        guard key.first == bracket, let end = key.dropFirst().firstIndex(of: bracket) else { return key }
        return String(key[key.index(after: end)...])
    }

    private static func index(of place: Mark, in scalars: String.UnicodeScalarView) -> String.UnicodeScalarView.Index? {
        var line = 1
        var index = scalars.startIndex
        while line < place.line {
            guard index < scalars.endIndex else { return nil }
            let scalar = scalars[index]
            index = scalars.index(after: index)
            switch scalar {
            case "\r" where index < scalars.endIndex && scalars[index] == "\n": break
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}": line += 1  // the line breaks of YAML 1.1
            default: break
            }
        }
        return scalars.index(index, offsetBy: place.column - 1, limitedBy: scalars.endIndex)
    }
}
