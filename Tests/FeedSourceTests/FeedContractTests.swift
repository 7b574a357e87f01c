import AggTesting
import FeedSource
import Testing

struct FeedContractTests {
    @Test(arguments: [Shape.essential, .jsonFeed, .rss, .rdf, .atom])
    func `keeps the contract of a source in every format`(shape: Shape) async {
        await verifyContract(
            of: FeedSource.self,
            ContractFixture(
                values: ["url": "https://example.org/feed"],
                answers: ContractAnswers(shape.document([shape.item(1), shape.wrongItem, shape.item(2)])),
                records: 2,
                skipped: 1,
                changed: ContractAnswers(shape.document([shape.item(1), shape.item(3)])),
                empty: ContractAnswers(shape.document([])),
                wrongShape: ContractAnswers("<!DOCTYPE html><html><body>Maintenance</body></html>"),
                wrongItems: ContractAnswers(shape.document([shape.wrongItem, shape.wrongItem])),
                cutOff: ContractAnswers(String(shape.document([shape.item(1)]).prefix(shape.firstItemLength)))))
    }

    /// A format and its smallest documents.
    enum Shape: Sendable {
        case essential, jsonFeed, rss, rdf, atom

        func item(_ number: Int) -> String {
            let address = "https://example.org/\(number)"
            return switch self {
            case .essential: #"{"id": "\#(number)", "description": "Item \#(number)", "image": "\#(address)"}"#
            case .jsonFeed: #"{"id": "\#(number)", "url": "\#(address)", "content_text": "Item \#(number)"}"#
            case .rss: "<item><title>Item \(number)</title><guid>\(address)</guid></item>"
            case .rdf: "<item rdf:about='\(address)'><title>Item \(number)</title></item>"
            case .atom: "<entry><title>Item \(number)</title><id>\(address)</id></entry>"
            }
        }

        var wrongItem: String {
            switch self {
            case .essential, .jsonFeed: "7"
            case .rss, .rdf: "<item/>"
            case .atom: "<entry></entry>"
            }
        }

        func document(_ items: [String]) -> String {
            switch self {
            case .essential: #"{"items": [\#(items.joined(separator: ","))]}"#
            case .jsonFeed:
                #"{"version": "https://jsonfeed.org/version/1.1", "title": "T", "items": [\#(items.joined(separator: ","))]}"#
            case .rss: "<rss version='2.0'><channel><title>T</title>\(items.joined())</channel></rss>"
            case .rdf: "<rdf:RDF><channel><title>T</title></channel>\(items.joined())</rdf:RDF>"
            case .atom: "<feed xmlns='http://www.w3.org/2005/Atom'><title>T</title>\(items.joined())</feed>"
            }
        }

        /// A length that ends inside the first item.
        var firstItemLength: Int { document([]).count / 2 + 20 }
    }
}
