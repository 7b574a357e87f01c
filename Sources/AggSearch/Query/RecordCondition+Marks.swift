import AggText

extension RecordCondition {
    /// Whether it is met by favorites alone, for what the user wrote about them.
    var isMark: Bool {
        switch self {
        case .tag, .has(.tag), .has(.note): true
        default: false
        }
    }

    /// Whether it asks for what the user wrote about favorites.
    package var asksForMarks: Bool {
        switch self {
        case .not(let condition): condition.asksForMarks
        case .any(let conditions), .all(let conditions): conditions.contains(where: \.asksForMarks)
        default: isMark
        }
    }

    /// What tells tags apart; one without letters or digits is itself.
    package static func name(ofTag tag: String) -> String {
        let folded = Folding.fold(tag)
        return folded.isEmpty ? tag : folded
    }
}
