import Foundation

/// Ids for sources that are feeds.
enum FeedID {
    /// An id of the words of a title, else of the host: `daring-fireball`.
    static func proposal(title: String?, address: URL) -> String {
        id(of: title ?? "") ?? id(of: address.host ?? "") ?? "feed"
    }

    private static func id(of text: String) -> String? {
        let plain = text.folding(
            options: [.diacriticInsensitive, .caseInsensitive], locale: Locale(identifier: "en_US_POSIX"))
        let words = plain.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        var id = ""
        for word in words {
            let longer = id.isEmpty ? word.lowercased() : "\(id)-\(word.lowercased())"
            guard longer.utf8.count <= 40 else { break }
            id = longer
        }
        return id.isEmpty ? nil : id
    }
}
