package import AggSearch
package import Foundation

/// What a refresh did to one record.
package struct RecordChange: Hashable, Sendable {
    /// What was done, in one word.
    package enum Kind: String, Hashable, Sendable {
        /// The record was not stored before.
        case added
        /// It differs from what was stored.
        case changed
        /// The source's answer no longer held it.
        case removed
    }

    /// The address of the record.
    package var address: RecordAddress
    /// Its title; for a removed record the last one it had.
    package var title: String
    /// What was done.
    package var kind: Kind
    /// When the answer was fetched.
    package var at: Date
    /// What differs, for a changed record.
    package var fields: [FieldChange]

    /// Makes a change.
    package init(address: RecordAddress, title: String, kind: Kind, at: Date, fields: [FieldChange] = []) {
        self.address = address
        self.title = title
        self.kind = kind
        self.at = at
        self.fields = fields
    }
}
