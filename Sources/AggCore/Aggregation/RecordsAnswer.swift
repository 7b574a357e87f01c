package import AggSearch
package import AggSource
package import AggStorage
package import Foundation

/// Records that answer a command, with the status of their sources.
package struct RecordsAnswer: Hashable, Sendable {
    /// One record of the answer.
    package struct Row: Hashable, Sendable {
        /// The address of the record.
        package var address: RecordAddress
        /// The record; for a favorite that is gone, its snapshot.
        package var record: Record
        /// How the record matched; nil if there was no search.
        package var tier: MatchTier?
        /// The alternative title that matched; nil if the main title did.
        package var matchedTitle: String?
        /// Whether it is a favorite.
        package var isFavorite: Bool
        /// Why a favorite is missing from its source; nil for a stored record.
        package var absence: Absence?
        /// The user's notes on it; nil if it is not shown as a favorite.
        package var favorite: FavoriteNotes?
        /// The distance from the requested place in kilometers; nil if none was requested.
        package var distance: Double?
        /// What makes it news; nil if it is not shown as such.
        package var news: News?
        /// What it has in common with another record; nil if not requested.
        package var reason: String?

        /// Creates a row.
        package init(
            address: RecordAddress,
            record: Record,
            tier: MatchTier? = nil,
            matchedTitle: String? = nil,
            isFavorite: Bool = false,
            absence: Absence? = nil,
            favorite: FavoriteNotes? = nil,
            distance: Double? = nil
        ) {
            self.address = address
            self.record = record
            self.tier = tier
            self.matchedTitle = matchedTitle
            self.isFavorite = isFavorite
            self.absence = absence
            self.distance = distance
            self.favorite = favorite
        }

        /// The title as shown, with the alternative title that matched: “Roma (Rome)”, or just “San Jose, CA”.
        package var shownTitle: String {
            guard let matchedTitle else { return record.title }
            return matchedTitle.hasPrefix(record.title + ", ") ? matchedTitle : "\(record.title) (\(matchedTitle))"
        }

        /// Why the record is in the answer, as a sentence without the final period; empty if there was no search.
        package var why: String {
            reason ?? (tier?.explanation ?? "") + (matchedTitle.map { " (as “\($0)”)" } ?? "")
        }
    }

    /// What makes a record news.
    package struct News: Hashable, Sendable {
        /// Whether a refresh added or changed it.
        package var kind: RecordChange.Kind
        /// When the refresh was.
        package var at: Date
        /// Its place in the timeline: the date of an added record, or the time of the refresh.
        package var time: RecordDate
        /// The values that the refresh changed.
        package var fields: [FieldChange]
        /// Whether the user has not read it.
        package var isUnread: Bool
        /// The name of the watch that it is a new match of; nil for none.
        package var search: String?

        /// Creates the news of a record.
        package init(_ change: RecordChange, record: Record, isUnread: Bool) {
            kind = change.kind
            at = change.at
            fields = change.fields
            self.isUnread = isUnread
            let brought = RecordDate(instant: change.at) ?? RecordDate(canonical: "")
            // A future date would stay on top.
            time = change.kind == .added ? record.date.map { min($0, brought) } ?? brought : brought
        }
    }

    /// The user's notes on a favorite, and when it was added.
    package struct FavoriteNotes: Hashable, Sendable {
        /// Its tags.
        package var tags: [String]
        /// Its note.
        package var note: String?
        /// When it was added.
        package var addedAt: Date

        /// Creates the notes of a favorite.
        package init(_ favorite: Favorite) {
            tags = favorite.tags
            note = favorite.note
            addedAt = favorite.addedAt
        }

        /// Tags and note on one line, such as “#lunch cheap on Mondays”; empty if there are none.
        package var text: String {
            (tags.map { "#" + $0 } + [note].compactMap(\.self)).joined(separator: " ")
        }
    }

    /// Why a favorite is shown from its snapshot.
    package enum Absence: String, Hashable, Sendable {
        /// The source's last response did not include it.
        case record
        /// The source is no longer configured.
        case source
        /// The source is disabled.
        case disabled
        /// Nothing is currently stored for the source.
        case rows

        /// A short description of the reason.
        package var text: String {
            switch self {
            case .record: "no longer in its source"
            case .source: "source removed"
            case .disabled: "source disabled"
            case .rows: "source not loaded"
            }
        }
    }

    /// A source of the answer.
    package struct Source: Hashable, Sendable {
        /// The status of the source.
        package var status: SourceStatus
        /// The number of its records that match; nil if counting would cost more than answering.
        package var matched: Int?

        /// Creates a source of an answer.
        package init(status: SourceStatus, matched: Int?) {
            self.status = status
            self.matched = matched
        }
    }

    /// The rows, best first.
    package var rows: [Row]
    /// Whether there are more rows than the limit.
    package var isTruncated: Bool
    /// The queried sources, in registry order.
    package var sources: [Source]
    /// Notes on the query, a sentence each.
    package var notes: [String]
    /// The number of leading notes that explain the query; the others are warnings.
    package var explanations = 0
    /// Whether only favorites were searched; they belong to the user, whatever their sources hold.
    package var isOfFavorites = false
    /// The number of matching favorites or alerts from each source that is no longer configured.
    package var removed: [SourceID: Int] = [:]
    /// Whether the rows are in a requested order, such as nearest first, rather than by relevance.
    package var isOrdered = false
    /// The words searched for; nil if there were none.
    package var text: SearchText?
    /// Titles that a query without a match may have meant.
    package var suggestions: [String] = []

    /// The number of matching records in all sources; nil if unknown for any of them.
    package var total: Int? {
        sources.reduce(removed.values.reduce(0, +)) { total, source in
            total.flatMap { total in source.matched.map { total + $0 } }
        }
    }

    /// Creates an answer.
    package init(rows: [Row], isTruncated: Bool = false, sources: [Source], notes: [String] = []) {
        self.rows = rows
        self.isTruncated = isTruncated
        self.sources = sources
        self.notes = notes
    }
}
