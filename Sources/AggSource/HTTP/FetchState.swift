/// What a source asks with next time: names and values that only its fetcher understands.
public struct FetchState: Hashable, Sendable {
    /// The values by their names.
    public var values: [String: String]

    /// Makes a state.
    public init(_ values: [String: String] = [:]) {
        self.values = values
    }

    /// Makes a state of the validators of an answer and its digest (``HTTPResponse/digest()``); nil where there are none.
    public init?(_ validators: Validators?, digest: String? = nil) {
        guard validators != nil || digest != nil else { return nil }
        values = [:]
        values["etag"] = validators?.entityTag
        values["last-modified"] = validators?.lastModified
        values["digest"] = digest
    }

    /// The digest of the answer that the state is of.
    public var digest: String? { values["digest"] }

    /// The validators that the state holds.
    public var validators: Validators? {
        Validators(entityTag: values["etag"], lastModified: values["last-modified"])
    }
}
