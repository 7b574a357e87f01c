import AggAtlas
import AggSource

/// The styles, scripts, icon, and coastlines, which are the same for everyone.
enum Assets {
    private static let files: [String: (type: String, bytes: [UInt8], tag: String)] = [
        "/style.css": file("text/css; charset=utf-8", PackageResources.style_css),
        "/app.js": file("text/javascript; charset=utf-8", PackageResources.app_js),
        "/map.js": file("text/javascript; charset=utf-8", PackageResources.map_js),
        "/icon.svg": file("image/svg+xml", PackageResources.icon_svg),
    ]

    private static func file(at path: String) -> (type: String, bytes: [UInt8], tag: String)? {
        switch path {
        case "/coasts": coarse
        case "/coasts/fine": fine
        default: files[path]
        }
    }

    // The coastlines and borders are decoded when a map requests them.
    private static let coarse = lines(.coarse)
    private static let fine = lines(.fine)

    private static func lines(_ detail: Atlas.Detail) -> (type: String, bytes: [UInt8], tag: String) {
        let bytes = PointList.bytes(of: Atlas.lines(in: .world, detail: detail))
        return ("application/octet-stream", bytes, "\"\(detail)-\(bytes.count)\"")
    }

    private static func file(_ type: String, _ bytes: [UInt8]) -> (type: String, bytes: [UInt8], tag: String) {
        (type, bytes, "\"\(StableHash.text(of: String(decoding: bytes, as: UTF8.self)))\"")
    }

    /// Whether there is a file at a path.
    static func exists(at path: String) -> Bool { file(at: path) != nil }

    /// Returns the file at the requested path; nil if there is none.
    static func answer(_ request: WebRequest) -> WebResponse? {
        guard let file = file(at: request.path) else { return nil }
        let headers = [("ETag", file.tag)]
        if request[header: "if-none-match"].map({ EntityTag.matches(file.tag, $0) }) == true {
            return .empty(304, headers: headers)
        }
        return WebResponse(type: file.type, bytes: file.bytes, headers: headers)
    }
}
