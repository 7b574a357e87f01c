import Foundation

/// Names of columns for fields that may be called anything: `Country Name` becomes `country_name`.
package enum ColumnNames {
    /// The names of fields as columns, in the same order: lower-case letters, digits, and underscores, each of them once.
    package static func names(of fields: [String]) -> [String] {
        let wanted = fields.enumerated().map { index, field in name(of: field) ?? "column_\(index + 1)" }
        var counts: [String: Int] = [:]
        for name in wanted { counts[name, default: 0] += 1 }
        var taken = Set(counts.filter { $0.value == 1 }.keys)
        return wanted.map { name in
            guard counts[name] != 1 else { return name }
            var unique = name
            var number = 1
            while !taken.insert(unique).inserted {
                number += 1
                unique = "\(name)_\(number)"
            }
            return unique
        }
    }

    /// The name of one field; nil if no letter or digit is left of it.
    private static func name(of field: String) -> String? {
        let letters = field.utf8.allSatisfy { $0 < 0x80 } ? field : latin(field)
        let words = letters.lowercased().utf8.split { !$0.isASCIIAlphanumeric }.map {
            String(decoding: $0, as: UTF8.self)
        }
        guard let first = words.first?.utf8.first else { return nil }
        let name = (first.isASCIIDigit ? ["column"] + words : words).joined(separator: "_")
        return ColumnList.name(of: name)
    }

    /// The text in Latin letters without accents.
    private static func latin(_ text: String) -> String {
        let latin = text.applyingTransform(.toLatin, reverse: false) ?? text
        return latin.applyingTransform(StringTransform("Latin-ASCII"), reverse: false) ?? latin
    }
}
