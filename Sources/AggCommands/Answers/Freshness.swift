import AggSource
import AggStorage
import Foundation

/// How fresh the sources of an answer are and why, in a few lines however many sources there are.
///
/// Sources in the same state share a sentence. If there are too many to name, the sentence gives their number and
/// reasons.
struct Freshness {
    private let statuses: [SourceStatus]
    private let presentation: Presentation
    /// All sources that were asked, of which the statuses are those that concern the answer.
    private let asked: [SourceStatus]
    /// Whether the answer has no rows, so that every source with a problem concerns it.
    private let isEmpty: Bool

    /// The maximum number of sources named in a sentence.
    private static let mostNames = 3

    /// Describes the sources that concern an answer, among those that were asked; it may have no rows.
    init(
        _ statuses: [SourceStatus], among asked: [SourceStatus]? = nil, ofNothing isEmpty: Bool = false,
        _ presentation: Presentation
    ) {
        self.statuses = statuses
        self.asked = asked ?? statuses
        self.isEmpty = isEmpty
        self.presentation = presentation
    }

    /// The state to report for a source, most important first.
    private enum State: CaseIterable {
        case missing, stale, noted, disabled, sample, fresh

        init(_ status: SourceStatus) {
            self =
                switch status.origin {
                case _ where status.phase == .disabled: .disabled
                case _ where !status.isServed: .missing
                case _ where status.isStale: .stale
                case _ where !status.notes.isEmpty: .noted
                case .starter: .sample
                default: .fresh
                }
        }

        var isDoubtful: Bool { self == .missing || self == .stale || self == .noted }
    }

    /// A sentence for each state found among the sources, after one about rows that a replica lacks.
    var sentences: [FooterLine] {
        let lag = lag
        let statuses = lag == nil ? statuses : statuses.map(Self.withoutLag)
        return [lag].compactMap(\.self)
            + State.allCases.compactMap { state in
                let members = statuses.filter { State($0) == state }
                if members.isEmpty { return nil }
                return FooterLine(sentence(state, members), state.isDoubtful ? .warning : .secondary)
            }
    }

    /// How far a replica is behind, at most; nil if it is not, and for a single source, whose notes are all shown.
    private var lag: FooterLine? {
        let members = statuses.count > 1 ? statuses.filter { $0.notes.contains(where: ReplicaNote.isOne) } : []
        let notes = members.flatMap(\.notes).filter(ReplicaNote.isOne)
        let greatest = notes.max { $0.compare($1, options: .numeric) == .orderedAscending }
        return greatest.map { FooterLine("\(subject(members, of: statuses)): \($0)", .warning) }
    }

    private static func withoutLag(_ status: SourceStatus) -> SourceStatus {
        var status = status
        status.notes.removeAll(where: ReplicaNote.isOne)
        return status
    }

    /// The freshness of one source, such as “cities: stale, 3 h old: HTTP 503”.
    ///
    /// A sample has advice on how to fetch the full list, which is not possible with `--offline`.
    static func text(_ status: SourceStatus, isOffline: Bool = false) -> String {
        let age = status.age.map { "\(Age.text($0)) old" } ?? "never refreshed"
        let reason = status.reason.map { ": \($0)" } ?? ""
        return switch status.origin {
        case _ where status.phase == .disabled: "\(status.id): \(status.reason ?? "disabled")"
        case _ where !status.isServed: "\(status.id): no rows\(reason)"
        case .starter:
            "\(status.id): starter sample of \(RecordCount.text(status.records))\(reason); "
                + (isOffline ? restart : "run “refresh \(status.id)”") + " for the full list"
        case _ where status.isStale: "\(status.id): stale, \(age)\(reason)"
        default: "\(status.id): \(age)\(reason)"
        }
    }

    /// The advice on how to fetch anything with `--offline`.
    static let restart = "start agg without --offline"

    private func sentence(_ state: State, _ members: [SourceStatus]) -> String {
        if members.count == 1 {
            let text = Self.text(members[0], isOffline: presentation.isOffline)
            return ([text] + members[0].notes).joined(separator: "; ")
        }
        // Those that may not show their rows concern every answer, so they are counted among all.
        let subject = subject(members, of: isEmpty || state == .missing ? asked : statuses)
        let details = members.count > Self.mostNames ? "; run “sources” for details" : ""
        switch state {
        case .missing: return "\(subject) have no rows: \(causes(of: members))\(details)"
        case .stale:
            let isNamed = members.count <= Self.mostNames
            let age = isNamed ? Self.age(of: members).map { ", \($0) old" } ?? "" : ""
            return "\(subject) are stale\(age): \(causes(of: members))\(details)"
        case .noted: return notes(of: members, subject)
        case .disabled: return "\(subject) are disabled; “source enable ID” enables a source"
        case .sample:
            let reason = members.contains { $0.reason != nil } ? "; “sources” shows why it is missing" : ""
            let advice = presentation.isOffline ? Self.restart : "run “refresh”"
            return "\(subject): sample data only; \(advice) to fetch the full data\(reason)"
        case .fresh: return ages(of: members, subject)
        }
    }

    /// The names of a few sources, or the number of many: “21 of 22 feeds”.
    private func subject(_ members: [SourceStatus], of all: [SourceStatus]) -> String {
        guard members.count > Self.mostNames else { return members.map(\.id.description).joined(separator: ", ") }
        return SourceCount.text(members, of: all)
    }

    /// The reasons: “18 offline since 10:05, 3 HTTP 503 since 10:06”.
    private func causes(of members: [SourceStatus]) -> String {
        let groups = Dictionary(grouping: members) { $0.cause ?? $0.reason ?? "" }
        return CauseCount.text(members.map { $0.cause ?? $0.reason ?? "" }) { since(groups[$0] ?? []) }
    }

    /// The time of the first failure, if all of them failed.
    private func since(_ members: [SourceStatus]) -> String {
        let failed = members.filter { $0.failedAt != nil }
        let first = failed.max { $0.failureAge ?? .zero < $1.failureAge ?? .zero }
        guard failed.count == members.count, let time = first?.failedAt, let age = first?.failureAge else { return "" }
        return " since \(TimeText.recent(time, age: age, in: presentation.zone))"
    }

    private func notes(of members: [SourceStatus], _ subject: String) -> String {
        let ages = ages(of: members, subject)
        let notes = Set(members.map(\.notes))
        guard notes.count == 1, let shared = notes.first else {
            return ages + (ages == subject ? " have" : ", with") + " notes; run “sources” to see them"
        }
        return ages + (ages == subject ? ": " : "; ") + shared.joined(separator: "; ")
    }

    private func ages(of members: [SourceStatus], _ subject: String) -> String {
        guard let age = Self.age(of: members) else { return subject }
        guard members.count > Self.mostNames || !age.contains(" to ") else {
            return members.map { "\($0.id): \(Age.text($0.age ?? .zero)) old" }.joined(separator: ", ")
        }
        return "\(subject): \(age) old"
    }

    /// The age of the sources, or the lowest and the highest.
    private static func age(of members: [SourceStatus]) -> String? {
        let ages = members.compactMap(\.age)
        guard let least = ages.min(), let most = ages.max() else { return nil }
        return Age.text(least) == Age.text(most) ? Age.text(least) : "\(Age.text(least)) to \(Age.text(most))"
    }
}
