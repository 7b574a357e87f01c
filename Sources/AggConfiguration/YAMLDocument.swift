import AggSource
import Yams

/// The tree of a YAML text; without a tree where the text is empty or not YAML.
struct YAMLDocument {
    let file: String
    private(set) var root: Node?
    private(set) var faults: [ConfigurationFault] = []

    /// Parses a text; values keep their text, whatever type YAML would take them for.
    init(_ text: String, file: String) {
        self.file = file
        var text = text.first == "\u{FEFF}" ? String(text.dropFirst()) : text
        // The library stops at the first mapping with a repeated key. Marking the key and parsing again finds what
        // else is wrong; after so many it is enough.
        for attempt in 1...30 {
            do {
                root = try Parser(yaml: text, resolver: .basic, encoding: .utf8).singleRoot()
                return
            } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
                guard let marked = RepeatedKey.mark(context.mark, in: text, number: attempt) else {
                    fault("the key “\(keys.first ?? "")” stands twice; keep one of them", line: context.mark.line)
                    return
                }
                text = marked
            } catch let error as YamlError {
                fault(error, in: text)
                return
            } catch {
                fault("this is not YAML (\(error)); mend or remove the line", line: 1)
                return
            }
        }
        fault("too many keys stand twice; keep one of each", line: 1)
    }

    private mutating func fault(_ error: YamlError, in text: String) {
        switch error {
        case .scanner(let context, let problem, let mark, _), .parser(let context, let problem, let mark, _),
            .composer(let context, let problem, let mark, _):
            // What is missing at the end of the text is told as of the line behind it.
            let last = max(1, text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count)
            let begin = context.map { " (\($0.text), from line \(min($0.mark.line, last)) on)" } ?? ""
            fault("this is not YAML: \(problem)\(begin); \(mend(mark, in: text))", line: min(mark.line, last))
        case .reader(let problem, let offset, _, _):
            let line = text.prefix(offset ?? 0).count(where: \.isNewline) + 1
            fault("this is not YAML: \(problem); remove the character", line: line)
        default:
            fault("this is not YAML, or nested too deeply; check brackets and indentation", line: 1)
        }
    }

    /// What to do about a line that is not YAML.
    private func mend(_ mark: Mark, in text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let isTabbed = lines.dropFirst(mark.line - 1).first?.hasPrefix("\t") ?? false
        return isTabbed ? "indent with blanks, not with tabs" : "check quotes, brackets and indentation here and above"
    }

    private mutating func fault(_ message: String, line: Int) {
        faults.append(ConfigurationFault(message, at: ConfigurationPlace(file: file, line: line)))
    }
}
