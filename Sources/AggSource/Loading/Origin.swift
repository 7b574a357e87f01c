/// Where the stored rows of a source came from.
public enum Origin: String, Hashable, Sendable {
    /// The source's own address.
    case remote
    /// The bundled sample.
    case starter
    /// A file the user imported.
    case `import`
}
