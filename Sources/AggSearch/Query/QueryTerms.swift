/// Collects the terms of a query and of the groups in it.
struct QueryTerms {
    private struct Group {
        var terms: [QueryTerm] = []
        var joins = false
        var isNegated = false
    }

    private var groups = [Group()]

    /// Whether a group is open.
    var isInGroup: Bool { groups.count > 1 }

    /// Whether an `OR` here would have a term before it.
    var canJoin: Bool { !group.joins && group.terms.last.map { !$0.isOrder } ?? false }

    /// The terms of the finished query.
    var terms: [QueryTerm] { Self.flat(group.terms) }

    private var group: Group {
        get { groups[groups.count - 1] }
        set { groups[groups.count - 1] = newValue }
    }

    /// Joins the last term with the next one.
    mutating func join() { group.joins = true }

    mutating func open(isNegated: Bool) { groups.append(Group(isNegated: isNegated)) }

    mutating func add(_ term: QueryTerm) {
        if group.joins, let last = group.terms.popLast() {
            group.terms.append(last.or(term))
        } else {
            group.terms.append(term)
        }
        group.joins = false
    }

    /// Closes a group and adds it as a term; an order within it applies to the whole query.
    mutating func close() {
        guard isInGroup, let closed = groups.popLast() else { return }
        let orders = closed.terms.filter(\.isOrder)
        let rest = Self.flat(closed.terms.filter { !$0.isOrder })
        let end = group.joins ? group.terms.count - 1 : group.terms.count
        group.terms.insert(contentsOf: orders, at: end)
        guard let first = rest.first else {
            if orders.isEmpty { add(closed.isNegated ? .not(.words("()")) : .words("()")) } else { group.joins = false }
            return
        }
        let term = rest.count == 1 ? first : .all(rest)
        add(closed.isNegated ? term.negated : term)
    }

    /// The terms, with the terms of plain groups in place of the groups.
    private static func flat(_ terms: [QueryTerm]) -> [QueryTerm] {
        terms.flatMap { term in if case .all(let inner) = term { inner } else { [term] } }
    }
}

extension QueryTerm {
    /// Whether it is a sort order rather than a condition.
    package var isOrder: Bool { if case .sort = self { true } else { false } }

    /// The opposite.
    var negated: QueryTerm { if case .not(let term) = self { term } else { .not(self) } }

    /// Either of two terms.
    func or(_ other: QueryTerm) -> QueryTerm {
        .any(alternativeTerms + other.alternativeTerms)
    }

    private var alternativeTerms: [QueryTerm] { if case .any(let terms) = self { terms } else { [self] } }
}
