import Foundation

/// Derives column names from arbitrary labels: `Country Name` becomes `country_name`.
package enum ColumnNames {
    /// The names for labels, in order: lowercase letters, digits, and underscores, without duplicates.
    package static func names(of labels: [String]) -> [String] {
        distinct(labels.indices.map { name(of: labels[$0]) ?? numbered($0) })
    }

    /// Appends numbers to names that an earlier one equals: `fee`, `fee_2`.
    package static func distinct(_ wanted: [String]) -> [String] {
        var names = DistinctNames(separator: "_", taken: Set(wanted))
        var seen: Set<String> = []
        return wanted.map { seen.insert($0).inserted ? $0 : names.numbered($0) }
    }

    /// The name of a column without a label, by its position from 0.
    package static func numbered(_ index: Int) -> String { "column_\(index + 1)" }

    /// The position of a column without a label, from 0; nil if the name has another form.
    package static func index(ofNumbered name: String) -> Int? {
        guard name.hasPrefix("column_"), let number = Int(name.dropFirst(7)), (1...100_000).contains(number) else {
            return nil
        }
        return number - 1
    }

    /// The position of the column that matches a typed name or label; nil if none does.
    package static func index(of text: String, names: [String], labels: [String]) -> Int? {
        if let index = names.firstIndex(of: text) ?? labels.firstIndex(of: text) { return index }
        return labels.firstIndex { $0.lowercased() == text.lowercased() }
            ?? name(of: text).flatMap(names.firstIndex(of:))
    }

    /// The name for one label; nil if it has no letter or digit.
    ///
    /// A capital after a lowercase letter starts a word; apostrophes are dropped. A name that starts with a digit gets
    /// a prefix, and the name of a query qualifier gets an underscore appended.
    private static func name(of label: String) -> String? {
        let letters = label.utf8.allSatisfy { $0 < 0x80 } ? label : latin(label)
        var name = ""
        var wasSmall = false
        for byte in letters.utf8 where name.utf8.count < 60 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                if wasSmall { name += "_" }
                name.unicodeScalars.append(UnicodeScalar(byte + 32))
                wasSmall = false
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                name.unicodeScalars.append(UnicodeScalar(byte))
                wasSmall = !byte.isASCIIDigit
            case UInt8(ascii: "'"): break
            default:
                if !name.isEmpty, !name.hasSuffix("_") { name += "_" }
                wasSmall = false
            }
        }
        while name.hasSuffix("_") { name.removeLast() }
        guard let first = name.utf8.first else { return nil }
        if first.isASCIIDigit { name = "col_" + name }
        return Qualifier(rawValue: name) == nil ? name : name + "_"
    }

    /// The text in Latin letters without accents.
    package static func latin(_ text: String) -> String {
        let latin = text.applyingTransform(.toLatin, reverse: false) ?? text
        return latin.applyingTransform(StringTransform("Latin-ASCII"), reverse: false) ?? latin
    }
}
