/// What a server gave to recognise an answer by (RFC 9110, section 8.8): asked with again, it answers 304 when nothing
/// has changed.
public struct Validators: Hashable, Sendable {
    /// The `ETag` field as it came, with its quotes and, for a weak one, its `W/`.
    public var entityTag: String?
    /// The `Last-Modified` field as it came.
    public var lastModified: String?

    /// Makes validators; nil when there is none.
    public init?(entityTag: String?, lastModified: String?) {
        guard entityTag != nil || lastModified != nil else { return nil }
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    /// Takes the validators from the headers of an answer; nil when it has none.
    public init?(_ headers: HTTPHeaders) {
        self.init(entityTag: headers["ETag"], lastModified: headers["Last-Modified"])
    }

    /// These validators with what a newer answer (a 304) says put over them.
    public func updated(by newer: Validators?) -> Validators {
        var result = self
        if let tag = newer?.entityTag { result.entityTag = tag }
        if let date = newer?.lastModified { result.lastModified = date }
        return result
    }
}
