package import AggCore
import AggSource
package import AggStorage
import Foundation

/// Describes numbers of sources in words.
package enum SourceCount {
    /// A table with more sources than this ends with a count.
    static let mostUncounted = 20

    /// A number of sources among all: “21 of 22 feeds” if all are of one kind, else “21 of 30 sources”.
    package static func text(_ members: [SourceStatus], of all: [SourceStatus]) -> String {
        let plurals = Set(members.map(\.plural))
        let plural = plurals.count == 1 ? plurals.first ?? "sources" : "sources"
        let total = plurals.count == 1 ? all.count { $0.plural == plural } : all.count
        return members.count == total ? "\(total) \(plural)" : "\(members.count) of \(total) \(plural)"
    }

    /// The number of sources in each state.
    static func states(of all: [SourceStatus]) -> String {
        let counts = [
            (all.count { $0.isServed && !$0.isStale && $0.origin != .starter }, "up to date"),
            (all.count { $0.isServed && $0.isStale }, "stale"),
            (all.count { $0.isServed && $0.origin == .starter }, "with sample data only"),
            (all.count { !$0.isServed && $0.phase != .disabled }, "without rows"),
            (all.count { $0.phase == .disabled }, "disabled"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return "\(text(all, of: all)): \(counts.joined(separator: ", "))"
    }
}

/// Describes numbers of records in words.
package enum RecordCount {
    /// The number with the right form of the noun.
    package static func text(_ count: Int) -> String { count == 1 ? "1 record" : "\(count) records" }
}

/// Describes the outcomes of a refresh in words.
package enum OutcomeCount {
    /// The number of sources for each outcome, and the reasons for failures.
    package static func text(_ outcomes: [RefreshOutcome]) -> String {
        let failed = outcomes.filter { $0.error != nil }
        let counts = [
            (outcomes.count { $0.result == .updated }, "updated"),
            (outcomes.count { $0.result == .unchanged }, "unchanged"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        let parts = counts + (failed.isEmpty ? [] : ["\(failed.count) not refreshed (\(causes(failed)))"])
        return "\(outcomes.count) sources: \(parts.joined(separator: ", "))"
    }

    private static func causes(_ failed: [RefreshOutcome]) -> String {
        let causes = failed.compactMap(\.error).map { LoadFailure($0, at: .distantPast).cause }
        return CauseCount.text(causes)
    }
}

/// Describes the causes of problems in words.
enum CauseCount {
    /// The maximum number of causes to name.
    private static let most = 3

    /// Each cause once, most frequent first, with counts if causes differ: “18 offline, 3 HTTP 503”.
    static func text(_ causes: [String], adding detail: (String) -> String = { _ in "" }) -> String {
        let counts = Dictionary(causes.map { ($0, 1) }, uniquingKeysWith: +)
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let texts = counts.prefix(most).map { cause, count in
            counts.count == 1 ? cause + detail(cause) : "\(count) \(cause)\(detail(cause))"
        }
        let others = counts.dropFirst(most).reduce(0) { $0 + $1.value }
        return (texts + (others > 0 ? ["\(others) for other reasons"] : [])).joined(separator: ", ")
    }
}
