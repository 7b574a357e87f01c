import AggSource
import Foundation

/// The requests for a feed: the document, and more pages if its format has them.
struct FeedEndpoint: Sendable {
    /// The feed of the course "Essential Feed".
    static let essentialFeed = "https://ile-api.essentialdeveloper.com/essential-feed/v1/feed"
    /// The maximum number of pages to fetch.
    static let mostPages = 50

    /// The URL of the document.
    let url: URL

    /// The request for the document; given the state of an earlier fetch, it asks only for a newer one.
    func first(since state: FetchState?) -> HTTPRequest {
        Self.request(url, validators: state?.validators)
    }

    /// The request for the page of the Essential Feed after the item with an id; nil for a file, which has one page.
    ///
    /// Unless the URL has a limit, the page gets that of the current one: its number of items.
    func page(after id: String, of count: Int) -> HTTPRequest? {
        guard !url.isFileURL, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return nil }
        // As written: decoded, “%2B” would become a plus sign, which servers read as a blank.
        var items = (parts.percentEncodedQueryItems ?? []).filter { $0.name != "after_id" }
        if !items.contains(where: { $0.name == "limit" }) {
            items.append(URLQueryItem(name: "limit", value: String(count)))
        }
        parts.percentEncodedQueryItems = items + [URLQueryItem(name: "after_id", value: id.percentEncoded)]
        return parts.url.map { Self.request($0) }
    }

    /// The request for the next page that a JSON Feed links to; nil if its host, port, or scheme is neither that of the
    /// feed's URL nor that of the first response, to which a redirect may have led.
    func page(named text: String, in response: HTTPResponse, from start: URL) -> HTTPRequest? {
        guard let page = FeedAddress.resolve(text, against: response.url), !page.isFileURL,
            page.hasOrigin(of: url) || page.hasOrigin(of: start)
        else { return nil }
        return Self.request(page)
    }

    /// A request for a URL that may be a feed or a page.
    static func request(_ url: URL, validators: Validators? = nil) -> HTTPRequest {
        HTTPRequest(
            url,
            headers: [
                "Accept": "application/atom+xml, application/rss+xml, application/feed+json, application/json;q=0.9, "
                    + "application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5"
            ],
            validators: validators)
    }
}

extension HTTPResponse {
    /// Reads the body as a feed; its relative links do not get the user or password of its URL.
    ///
    /// - Throws: What `FeedDocument.parse` throws, `SourceError.tooLarge`, and what the body throws.
    func feed() throws(SourceError) -> ParsedFeed {
        var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        parts?.user = nil
        parts?.password = nil
        return try FeedDocument.parse(
            body.collect(limit: FeedDocument.largest), charset: ContentType(headers).charset, from: parts?.url ?? url)
    }
}
