import AggSource
import ProgramRows

/// A text of a tap's configuration in which `${NAME}` stands for a secret, and `$${NAME}` for the characters `${NAME}`.
struct SecretTemplate: Hashable, Sendable {
    private enum Part: Hashable {
        case text(String)
        case secret(String)
    }

    private var parts: [Part] = []

    /// Parses a text; braces around anything but the name of a variable have no meaning.
    init(_ text: String) {
        var plain = ""
        var rest = text[...]
        while let letter = rest.first {
            let isEscaped = rest.hasPrefix("$${")
            if let (name, end) = Self.name(in: isEscaped ? rest.dropFirst() : rest) {
                if isEscaped {
                    plain += rest[..<end].dropFirst()
                } else {
                    parts += [.text(plain), .secret(name)]
                    plain = ""
                }
                rest = rest[end...]
            } else {
                plain.append(letter)
                rest.removeFirst()
            }
        }
        parts.append(.text(plain))
    }

    /// The names of its secrets.
    var names: [String] {
        parts.compactMap { if case .secret(let name) = $0 { name } else { nil } }
    }

    /// The text with the secrets filled in.
    func filled(_ secrets: [String: String]) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .secret(let name): secrets[name] ?? ""
            }
        }.joined()
    }

    /// The name at the start of a text that begins with `${NAME}`, and where its brace ends; nil for any other text.
    private static func name(in text: Substring) -> (name: String, end: Substring.Index)? {
        guard text.hasPrefix("${"), let end = text.firstIndex(of: "}") else { return nil }
        let name = text[..<end].dropFirst(2)
        return ProgramSettings.isName(String(name)) ? (String(name), text.index(after: end)) : nil
    }
}

extension JSONValue {
    /// All texts in it, except the names of members.
    var texts: [String] {
        switch self {
        case .string(let text): [text]
        case .array(let items): items.flatMap(\.texts)
        case .object(let object): object.members.flatMap(\.value.texts)
        default: []
        }
    }

    /// The value with the secrets filled in in all its texts.
    func filled(_ secrets: [String: String]) -> JSONValue {
        switch self {
        case .string(let text): .string(SecretTemplate(text).filled(secrets))
        case .array(let items): .array(items.map { $0.filled(secrets) })
        case .object(let object):
            .object(JSONObject(object.members.map { JSONObject.Member($0.name, $0.value.filled(secrets)) }))
        default: self
        }
    }
}
