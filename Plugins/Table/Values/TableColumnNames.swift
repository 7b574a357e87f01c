import AggSource
import Foundation

/// Names for the columns of a table, made of its labels: lower-case letters, digits, and underscores, each name once.
enum TableColumnNames {
    /// The names of labels, in their order.
    static func names(of labels: [String]) -> [String] {
        let wishes = labels.indices.map { name(of: labels[$0]) ?? numbered($0) }
        var taken = Set(wishes)
        var seen: Set<String> = []
        return wishes.map { wish in
            if seen.insert(wish).inserted { return wish }
            var number = 2
            while taken.contains("\(wish)_\(number)") { number += 1 }
            taken.insert("\(wish)_\(number)")
            return "\(wish)_\(number)"
        }
    }

    /// The name of a column without a label.
    static func numbered(_ index: Int) -> String { "column_\(index + 1)" }

    /// The place of a column without a label, from 0; nil if the name is that of another one.
    static func index(ofNumbered name: String) -> Int? {
        guard name.hasPrefix("column_"), let number = Int(name.dropFirst(7)), (1...100_000).contains(number) else {
            return nil
        }
        return number - 1
    }

    /// The name of a label; nil if it has no Latin letter or digit.
    static func name(of label: String) -> String? {
        let plain = label.folding(options: .diacriticInsensitive, locale: Locale(identifier: "en_US_POSIX"))
        var name = ""
        var wasLower = false
        for byte in plain.utf8 where name.utf8.count < 60 {
            switch byte {
            case 65...90:
                if wasLower { name += "_" }
                name.unicodeScalars.append(UnicodeScalar(byte + 32))
                wasLower = false
            case 97...122, 48...57:
                name.unicodeScalars.append(UnicodeScalar(byte))
                wasLower = byte >= 97
            case 39: break
            default:
                if !name.isEmpty, !name.hasSuffix("_") { name += "_" }
                wasLower = false
            }
        }
        while name.hasSuffix("_") { name.removeLast() }
        guard let first = name.utf8.first else { return nil }
        if (48...57).contains(first) { name = "col_" + name }
        return Qualifier(rawValue: name) == nil ? name : name + "_"
    }

    /// The column that a person means by a name or by a label; nil if there is none.
    static func index(of text: String, names: [String], labels: [String]) -> Int? {
        if let index = names.firstIndex(of: text) ?? labels.firstIndex(of: text) { return index }
        return labels.firstIndex { $0.lowercased() == text.lowercased() }
            ?? name(of: text).flatMap(names.firstIndex(of:))
    }
}
