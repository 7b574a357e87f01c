import AggSearch
import AggSource

/// Checks what a module declares: faults that its author has to mend.
enum ModuleCheck {
    /// The keys that every entry of a source may have, beside parameters.
    static let commonKeys = ["id", "kind", "enabled"]

    /// What is wrong with the parameters of a kind.
    static func faults(of type: any DataSource.Type) -> [String] {
        var seen = Set(commonKeys + CommonParameters.all.map(\.name))
        return type.parameters.flatMap { parameter -> [String] in
            let name = "\(type.kind): the parameter “\(parameter.name)”"
            var faults: [String] = []
            if !isName(parameter.name, besides: UInt8(ascii: ".")) {
                faults.append("\(name) is misspelled: use lower-case letters, digits, underscores and dots")
            }
            if !seen.insert(parameter.name).inserted { faults.append("\(name) stands twice, or every source has it") }
            if parameter.help.isEmpty { faults.append("\(name) has no help") }
            if let text = parameter.defaultText, parameter.kind.parse(text) == nil {
                faults.append("\(name) takes \(parameter.kind.expectation), which its default “\(text)” is not")
            }
            return faults
        }
    }

    /// What is wrong with the columns of a source.
    static func faults(of instance: SourceInstance) -> [String] {
        var seen: Set<String> = []
        return instance.dataSource.columns.flatMap { column -> [String] in
            let name = "\(instance.id): the column “\(column.name)”"
            var faults: [String] = []
            if !isName(column.name) {
                faults.append("\(name) is misspelled: use lower-case letters, digits and underscores")
            }
            if Qualifier(rawValue: column.name) != nil {
                faults.append("\(name) is named like a qualifier of queries: no query could ask for it")
            }
            if !seen.insert(column.name).inserted { faults.append("\(name) stands twice") }
            if column.summary.isEmpty { faults.append("\(name) has no summary") }
            return faults
        }
    }

    private static func isName(_ text: String, besides extra: UInt8? = nil) -> Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        guard let first = text.utf8.first, letters.contains(first) else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case letters, UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
            default: byte == extra
            }
        }
    }
}
