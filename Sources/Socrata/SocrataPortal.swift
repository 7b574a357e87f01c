package import AggSource
package import Foundation

/// A portal with the Socrata Open Data API 2.1, or a file in its format.
package struct SocrataPortal: Hashable, Sendable {
    /// The default environment variable for the application token.
    package static let standardTokenVariable = "SODA_APP_TOKEN"

    /// The URL of the portal, such as `https://data.cityofchicago.org`; a file URL is that of a JSON document, or of a
    /// folder with a document `ID.json` per data set.
    package let endpoint: URL
    /// The environment variable that holds the application token.
    package let tokenVariable: String

    /// Creates a portal.
    package init(endpoint: URL, tokenVariable: String = standardTokenVariable) {
        self.endpoint = endpoint
        self.tokenVariable = tokenVariable
    }

    /// Whether the portal is a file or a folder.
    package var isFile: Bool { endpoint.isFileURL }

    /// Whether the URL is that of a single document, so that no data set id is needed.
    package var isDocument: Bool { isFile && !endpoint.hasDirectoryPath && !endpoint.pathExtension.isEmpty }

    /// The URL for rows of a data set; a file has all of them.
    package func rows(of dataSet: String, _ query: SocrataQuery) -> URL {
        if isDocument { return endpoint }
        if isFile { return endpoint.appendingPathComponent("\(dataSet).json") }
        return query.url(endpoint.appendingPathComponent("resource").appendingPathComponent("\(dataSet).json"))
    }

    /// The URL of a data set's metadata; nil if the portal is a file, which has none.
    package func view(of dataSet: String) -> URL? {
        isFile ? nil : endpoint.appendingPathComponent("api/views").appendingPathComponent("\(dataSet).json")
    }

    /// A request to the portal, with the application token if the environment has one.
    ///
    /// In addition to temporary failures, 202 is retried: the portal is still preparing the response (dev.socrata.com,
    /// response codes).
    package func request(
        _ url: URL, validators: Validators? = nil, environment: [String: String] = [:]
    ) -> HTTPRequest {
        HTTPRequest(
            url,
            headers: ["Accept": "application/json"],
            validators: validators,
            credential: isFile ? nil : credential(environment),
            retry: RetryPolicy(statuses: Set(500...599).union([202, 429]), attempts: 4))
    }

    private func credential(_ environment: [String: String]) -> Credential? {
        let token = environment[tokenVariable]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        return token.isEmpty ? nil : Credential(header: "X-App-Token", value: token)
    }
}

/// The id of a data set, such as `4ijn-s7e5`: four letters or digits, a hyphen, and four more.
package struct SocrataDataSetID: Hashable, Sendable, CustomStringConvertible {
    /// The text of the id, in lower case.
    package let description: String

    /// Parses an id; nil if malformed.
    package init?(_ text: some StringProtocol) {
        let text = text.lowercased()
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 4 && $0.utf8.allSatisfy(Self.isPart) }) else {
            return nil
        }
        description = text
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        byte.isASCIILowercase || byte.isASCIIDigit
    }
}
