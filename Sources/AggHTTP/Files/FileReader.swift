import AggSource
import Foundation
import Glibc

/// Answers requests for file addresses the way a web server would, validators included.
struct FileReader: Sendable {
    let maxBody: Int

    /// Reads a file: 200 with its content, or 304 where the validators show that it is the one already held.
    ///
    /// The body reads the file that was open then, even if its name leads elsewhere meanwhile.
    ///
    /// - Throws: `SourceError.notFound`, `.unreadable` (a folder, a device, no permission), `.tooLarge`, `.refused` (the
    ///   address names another host); each with the path.
    func answer(_ url: URL, validators: Validators?) throws(SourceError) -> HTTPResponse {
        if let host = url.host, !host.isEmpty, host.lowercased() != "localhost" {
            throw .refused("a file address cannot name the host \(host); write file:///PATH")
        }
        let path = url.path(percentEncoded: false)
        let file = try OpenFile(path)
        guard file.size <= maxBody else { throw .tooLarge(limit: maxBody) }
        let headers: HTTPHeaders = [
            "ETag": file.entityTag, "Last-Modified": HTTPDate.text(file.modified), "Content-Length": "\(file.size)",
        ]
        if isHeld(validators, headers) { return HTTPResponse(url: url, status: 304, headers: headers) }
        return HTTPResponse(url: url, status: 200, headers: headers, body: file.body)
    }

    /// An entity tag decides where there is one; the date only counts without (RFC 9110, section 13.2.2).
    private func isHeld(_ validators: Validators?, _ headers: HTTPHeaders) -> Bool {
        guard let validators else { return false }
        if let tag = validators.entityTag { return tag == headers["ETag"] }
        return validators.lastModified == headers["Last-Modified"]
    }
}
