package import AggSearch
package import AggSource
package import AggStorage
package import Foundation

/// Records as the answer to a command, with what is known of the sources they are from.
package struct RecordsAnswer: Hashable, Sendable {
    /// One record of the answer.
    package struct Row: Hashable, Sendable {
        /// The address of the record.
        package var address: RecordAddress
        /// The record; for a favorite that is gone, as it was when it was added.
        package var record: Record
        /// How the record was found; nil if nothing was searched.
        package var tier: MatchTier?
        /// The alternative title that the record was found by; nil if its own title was enough.
        package var matchedTitle: String?
        /// Whether it is a favorite.
        package var isFavorite: Bool
        /// Why the record is kept though its source no longer has it; nil for a stored one.
        package var absence: Absence?
        /// What the user wrote about it; nil for a record that is shown as something else than a favorite.
        package var favorite: FavoriteNotes?
        /// How far it is from the place that was asked for, in kilometres; nil if none was.
        package var distance: Double?

        /// Makes a row.
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

        /// The title as people see it, with the alternative one that the record was found by: “Roma (Rome)”.
        package var shownTitle: String {
            matchedTitle.map { "\(record.title) (\($0))" } ?? record.title
        }

        /// Why the record was found, as a sentence without its full stop; empty if nothing was searched.
        package var why: String {
            (tier?.explanation ?? "") + (matchedTitle.map { ", by its other title “\($0)”" } ?? "")
        }
    }

    /// What the user wrote about a favorite, and when it was added.
    package struct FavoriteNotes: Hashable, Sendable {
        /// Its tags.
        package var tags: [String]
        /// Its note.
        package var note: String?
        /// When it was added.
        package var addedAt: Date

        /// Takes them from a favorite.
        package init(_ favorite: Favorite) {
            tags = favorite.tags
            note = favorite.note
            addedAt = favorite.addedAt
        }

        /// Tags and note in one line, as “#lunch cheap on Mondays”; empty where there are none.
        package var text: String {
            (tags.map { "#" + $0 } + [note].compactMap(\.self)).joined(separator: " ")
        }
    }

    /// Why a favorite is shown from its snapshot.
    package enum Absence: String, Hashable, Sendable {
        /// The source's last answer did not hold it.
        case record
        /// The source is not configured any more.
        case source
        /// Nothing of the source is stored at present.
        case rows

        /// The reason in a few words.
        package var text: String {
            switch self {
            case .record: "no longer in the source"
            case .source: "source removed"
            case .rows: "source not loaded"
            }
        }
    }

    /// A source of the answer.
    package struct Source: Hashable, Sendable {
        /// What is known of the source.
        package var status: SourceStatus
        /// How many of its records match; nil if counting would cost more than answering.
        package var matched: Int?

        /// Makes a source of an answer.
        package init(status: SourceStatus, matched: Int?) {
            self.status = status
            self.matched = matched
        }
    }

    /// The rows, best first.
    package var rows: [Row]
    /// Whether there are more rows than were asked for.
    package var isTruncated: Bool
    /// The sources that were asked, in the order of the registry.
    package var sources: [Source]
    /// What is to be said of the query, a sentence each.
    package var notes: [String]
    /// How many of the notes, from the first, explain what was asked; the others are warnings.
    package var explanations = 0
    /// Whether only favorites were looked at: they are the person's own, whatever their sources hold.
    package var isOfFavorites = false
    /// Whether the rows are in an order that was asked for, such as the nearest first, not in that of relevance.
    package var isOrdered = false
    /// The words that were looked for; nil if there were none.
    package var text: SearchText?
    /// Titles that a query without a match may have been meant to find.
    package var suggestions: [String] = []

    /// How many records match in all sources; nil if that is not known of one.
    package var total: Int? {
        sources.reduce(0) { total, source in total.flatMap { total in source.matched.map { total + $0 } } }
    }

    /// Makes an answer.
    package init(rows: [Row], isTruncated: Bool = false, sources: [Source], notes: [String] = []) {
        self.rows = rows
        self.isTruncated = isTruncated
        self.sources = sources
        self.notes = notes
    }
}
