/// A small bundled sample in the API's own shape, so that a first start offline has something to search.
///
/// It goes through the same mapping as the real answer; its rows are labelled `starter` and go with the first refresh.
public struct StarterSample: Sendable {
    /// The documents by the last part of the path that the source would ask for; one without a name answers every path.
    private let documents: [String: [UInt8]]

    /// Makes a sample of one document that answers every request.
    public init(_ document: [UInt8]) {
        documents = ["": document]
    }

    /// Makes a sample of documents for several addresses, each named by the last part of its path.
    public init(_ documents: [String: [UInt8]]) {
        self.documents = documents
    }

    /// The document for the last part of a path, or nil where the sample has none.
    package func document(for name: String) -> [UInt8]? {
        documents[name] ?? documents[""]
    }
}
