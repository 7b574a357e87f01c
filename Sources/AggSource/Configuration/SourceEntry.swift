/// What a configuration file says of one source, before it is merged over a built-in one and checked.
public struct SourceEntry: Hashable, Sendable {
    /// A text of the configuration and where it stands.
    public struct Text: Hashable, Sendable {
        /// The text as written.
        public var text: String
        /// Where it stands.
        public var place: ConfigurationPlace?

        /// Makes a text of the configuration.
        public init(_ text: String, at place: ConfigurationPlace? = nil) {
            self.text = text
            self.place = place
        }
    }

    /// The id of the source, as written.
    public var id: Text
    /// The kind; needed where the id is no built-in one.
    public var kind: Text?
    /// Whether the source is loaded.
    public var isEnabled: Bool
    /// All other keys and their texts, in the order of the file.
    public var values: [(name: Text, value: Text)]

    /// Makes an entry.
    public init(id: Text, kind: Text? = nil, isEnabled: Bool = true, values: [(name: Text, value: Text)] = []) {
        self.id = id
        self.kind = kind
        self.isEnabled = isEnabled
        self.values = values
    }

    /// Makes an entry of a module's built-in source: each value as the configuration would write it.
    public init(builtIn id: String, kind: SourceKind, _ values: KeyValuePairs<String, String> = [:]) {
        self.init(id: Text(id), kind: Text(kind.description), values: values.map { (Text($0.key), Text($0.value)) })
    }

    /// Whether two entries say the same at the same places.
    public static func == (left: SourceEntry, right: SourceEntry) -> Bool {
        left.id == right.id && left.kind == right.kind && left.isEnabled == right.isEnabled
            && left.values.elementsEqual(right.values, by: ==)
    }

    /// Hashes the id, which is enough to tell entries apart.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}
