package import AggSource
import AggText

/// A condition on the value of a column.
package enum ValueTest: Hashable, Sendable {
    /// The name of the value, or of an item of a list, equals this name, as returned by ``name(of:)``.
    case equals(String)
    /// The value is a number in a range, even if stored as text.
    case number(NumberRange)
    /// The value is a date in a span.
    case date(DateSpan)

    /// Whether a value meets the test.
    package func isMet(by value: FieldValue?) -> Bool {
        switch (self, value) {
        case (_, nil): false
        case (.equals(let wanted), .list(let items)?): items.contains { Self.name(of: $0) == wanted }
        case (.equals(let wanted), let value?): Self.name(of: value.text) == wanted
        case (.number(let range), let value?): value.number.map(range.contains) ?? false
        case (.date(let span), .date(let date)?): span.contains(date)
        case (.date, _): false
        }
    }

    /// The name that identifies a value: folded, unless it has no letters or digits.
    package static func name(of value: String) -> String {
        let folded = Folding.fold(value)
        return folded.isEmpty ? value : folded
    }
}

/// A range of numbers; a nil bound is open.
package struct NumberRange: Hashable, Sendable {
    /// A bound, and whether it is included.
    package struct Bound: Hashable, Sendable {
        /// The number.
        package var number: Double
        /// Whether the number itself is included.
        package var isIncluded: Bool

        /// Creates a bound.
        package init(number: Double, isIncluded: Bool) {
            self.number = number
            self.isIncluded = isIncluded
        }
    }

    /// The lower bound.
    package var lower: Bound?
    /// The upper bound.
    package var upper: Bound?

    /// Creates a range.
    package init(lower: Bound?, upper: Bound?) {
        self.lower = lower
        self.upper = upper
    }

    /// Whether a number is in the range.
    package func contains(_ number: Double) -> Bool {
        let isAbove = lower.map { number > $0.number || $0.isIncluded && number == $0.number } ?? true
        let isBelow = upper.map { number < $0.number || $0.isIncluded && number == $0.number } ?? true
        return isAbove && isBelow
    }

    /// The range of one number, given in decimal notation; nil for anything else, and for integers beyond a `Double`'s
    /// precision.
    init?(equalTo text: String) {
        guard text.utf8.allSatisfy({ $0 < 0x80 }), !text.contains(where: \.isLetter), let number = Double(text),
            number.magnitude < 0x1p53
        else { return nil }
        lower = Bound(number: number, isIncluded: true)
        upper = lower
    }

    /// Parses a number, which can end in “k” for thousands or “M” for millions.
    private static func number(_ text: String) -> Double? {
        if let number = Double(text) { return number }
        let factor: Double? = ["k": 1_000, "K": 1_000, "M": 1_000_000][text.suffix(1)]
        guard let factor, text.dropLast().last?.isASCIIDigit == true else { return nil }
        return Double(text.dropLast()).map { $0 * factor }
    }

    /// Parses `>1000`, `>=1000`, `<5`, `<=5`, `10..20`, `10..`, or `..20`; nil for anything else, and for
    /// a reversed range.
    init?(_ comparison: Comparison) {
        func bound(_ text: String, isIncluded: Bool) -> Bound? {
            Self.number(text).flatMap { $0.isFinite ? Bound(number: $0, isIncluded: isIncluded) : nil }
        }
        switch comparison {
        case .above(let text, let isIncluded):
            guard let bound = bound(text, isIncluded: isIncluded) else { return nil }
            lower = bound
        case .below(let text, let isIncluded):
            guard let bound = bound(text, isIncluded: isIncluded) else { return nil }
            upper = bound
        case .between(let first, let last):
            lower = first.isEmpty ? nil : bound(first, isIncluded: true)
            upper = last.isEmpty ? nil : bound(last, isIncluded: true)
            guard (lower != nil) != first.isEmpty, (upper != nil) != last.isEmpty else { return nil }
            if let lower, let upper, lower.number > upper.number { return nil }
        }
    }
}

/// A comparison in a qualifier's value: `>1000`, `>=1000`, `<5`, `<=5`, `10..20`, `10..`, `..20`; `*` is an open end.
enum Comparison: Hashable {
    case above(String, isIncluded: Bool)
    case below(String, isIncluded: Bool)
    /// Both bounds are included; an empty text is an open end.
    case between(String, String)

    /// Parses a value; nil if it is not a comparison.
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

    /// The sign, as typed.
    var sign: String {
        switch self {
        case .above(_, let isIncluded): isIncluded ? ">=" : ">"
        case .below(_, let isIncluded): isIncluded ? "<=" : "<"
        case .between: ".."
        }
    }
}
