public import Foundation

/// What a refresh did to one record.
public struct RecordChange: Hashable, Sendable {
    /// What was done, in one word.
    public enum Kind: String, Hashable, Sendable {
        /// The record was not stored before.
        case added
        /// It differs from what was stored.
        case changed
        /// The source's answer no longer held it.
        case removed
    }

    /// The address of the record.
    public var address: RecordAddress
    /// Its title; for a removed record the last one it had.
    public var title: String
    /// What was done.
    public var kind: Kind
    /// When the answer was fetched.
    public var at: Date
    /// What differs, for a changed record.
    public var fields: [FieldChange]

    /// Makes a change.
    public init(address: RecordAddress, title: String, kind: Kind, at: Date, fields: [FieldChange] = []) {
        self.address = address
        self.title = title
        self.kind = kind
        self.at = at
        self.fields = fields
    }
}
