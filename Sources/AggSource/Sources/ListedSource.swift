/// A kind of source that other programs exchange lists of, such as feeds in OPML.
///
/// `source import FILE` asks every kind of the registry that conforms, until one knows the document, and adds what is
/// listed; `source export --FORMAT` asks the kind whose ``listFormat`` that is for a list of its configured sources. So the
/// commands know no format.
public protocol ListedSource: DataSource {
    /// The name of the format, as the option of the command is spelled: `opml`.
    static var listFormat: String { get }

    /// Reads the sources that a document lists; nil where the document is not of this format.
    ///
    /// Each is proposed as `source add` would: an id, unique among them, and the values of its parameters.
    ///
    /// - Throws: `SourceError.invalidData` where the document is of the format and cannot be read.
    static func sources(listedIn document: [UInt8]) throws(SourceError) -> [Discovery]?

    /// Writes a document that lists configured sources of the kind, in their order.
    static func list(of sources: [SourceConfiguration]) -> [UInt8]
}
