import AggSource
import Foundation

/// A file that a BATCH message lists.
struct SingerBatch: Hashable, Sendable {
    /// The path of the file.
    let path: String

    /// Finds the file at a URL; a host in the URL is the first folder of a relative path, as the Meltano SDK writes it.
    ///
    /// - Throws: `SourceError.refused` with the reason and the remedy if agg does not read what is there.
    init(_ address: String) throws(SourceError) {
        let prefix = "file://"
        guard address.lowercased().hasPrefix(prefix) else {
            let isPath = address.hasPrefix("/") || address.hasPrefix(".") || !address.contains(":")
            throw Self.refusal(isPath ? "with a path instead of a URL" : "that is not a local file", address)
        }
        var written = String(address.dropFirst(prefix.count))
        if written.lowercased().hasPrefix("localhost/") { written.removeFirst("localhost".count) }
        // Some taps do not encode blanks and percent signs.
        let paths = [written.removingPercentEncoding, written].compactMap(\.self)
        guard let path = paths.first(where: FileManager.default.fileExists(atPath:)) else {
            throw Self.refusal("in a file that does not exist", address)
        }
        // A folder has no rows, and a pipe or a device may never end.
        let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let type = (try? FileManager.default.attributesOfItem(atPath: file))?[.type] as? FileAttributeType
        guard type == .typeRegular else { throw Self.refusal("that is not a regular file", address) }
        self.path = file
    }

    private static func refusal(_ fault: String, _ address: String) -> SourceError {
        var shown = address
        // An address such as s3://KEY:SECRET@bucket may contain a password.
        if let start = shown.range(of: "://")?.upperBound, let end = shown[start...].firstIndex(of: "@") {
            shown.removeSubrange(start...end)
        }
        return .refused(
            "the tap sent a batch \(fault) (\(shown)); agg reads only regular files at file:// URLs, so set the "
                + "storage root in the tap's batch_config to a URL such as file:///tmp, or remove batch_config")
    }
}
