import Foundation

/// A person as RSS writes one: `mail@example.org (Name)`, `Name <mail@example.org>`, or either alone.
enum FeedPerson {
    /// The name, else the address.
    static func name(_ text: String) -> String? {
        guard let text = HTMLText.plainLine(text) else { return nil }
        if let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close {
            let (inside, outside) = (String(text[text.index(after: open)..<close]), String(text[..<open]))
            return (outside.contains("@") ? inside : outside).trimmed ?? outside.trimmed ?? inside.trimmed
        }
        if let open = text.firstIndex(of: "<"), let close = text.lastIndex(of: ">"), open < close {
            return String(text[..<open]).trimmed ?? String(text[text.index(after: open)..<close]).trimmed
        }
        return text
    }
}

extension [String] {
    /// The texts without repeats, in their order.
    var unique: [String] {
        var seen: Set<String> = []
        return filter { seen.insert($0).inserted }
    }
}
