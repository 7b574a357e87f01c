/// The value of a qualifier that compares: `>1000`, `>=1000`, `<5`, `<=5`, `10..20`, `10..`, `..20`; `*` is an open end.
enum Comparison: Hashable {
    case above(String, isIncluded: Bool)
    case below(String, isIncluded: Bool)
    /// From one to another, both included; an empty text is an open end.
    case between(String, String)

    /// Reads a value; nil when it does not compare.
    init?(_ value: String) {
        if value.hasPrefix(">=") {
            self = .above(String(value.dropFirst(2)), isIncluded: true)
        } else if value.hasPrefix(">") {
            self = .above(String(value.dropFirst()), isIncluded: false)
        } else if value.hasPrefix("<=") {
            self = .below(String(value.dropFirst(2)), isIncluded: true)
        } else if value.hasPrefix("<") {
            self = .below(String(value.dropFirst()), isIncluded: false)
        } else if let dots = value.firstRange(of: "..") {
            let ends = [value[..<dots.lowerBound], value[dots.upperBound...]].map { $0 == "*" ? "" : String($0) }
            guard ends != ["", ""] else { return nil }
            self = .between(ends[0], ends[1])
        } else {
            return nil
        }
    }

    /// The sign, as it was typed.
    var sign: String {
        switch self {
        case .above(_, let isIncluded): isIncluded ? ">=" : ">"
        case .below(_, let isIncluded): isIncluded ? "<=" : "<"
        case .between: ".."
        }
    }
}
