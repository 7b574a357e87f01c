import AggSource

/// A link to the next page in a JSON document.
enum NextLink: Hashable {
    /// The URL of the next page.
    case url(String)
    /// The link of a last page: null, empty, or missing from a list of links.
    case none
    /// A value that is not a link.
    case other
    /// The document has nothing at the path.
    case missing

    /// How deep a link can be nested in objects.
    private static let deepest = 4
    /// The members of an object that contain its URL.
    private static let addresses = ["href", "url", "uri", "link"]
    /// The members that commonly link to the next page, in lowercase and without punctuation.
    private static let names: Set<String> = [
        "next", "nextlink", "nexturl", "nexturi", "nexthref", "nextpath", "nextpage", "nextpagelink", "nextpageurl",
        "nextpageuri", "nextrecordsurl", "nextresults", "odatanextlink", "iotnextlink", "hydranext",
    ]

    /// Members that say whether there are other pages, whether this is the last one, how many rows and pages there are, what the
    /// next page is called, and where a request for it continues.
    private static let flags: Set<String> = ["hasmore", "hasnext", "hasnextpage", "exceededtransferlimit"]
    private static let ends: Set<String> = ["last", "lastpage", "islast", "islastpage"]
    private static let pageCounts: Set<String> = [
        "pages", "totalpages", "pagecount", "pagestotal", "numpages", "numberofpages", "lastpage", "maxpage",
    ]
    private static let pageNumbers: Set<String> = ["page", "currentpage", "pagenumber", "pageindex"]
    private static let totals: Set<String> = [
        "count", "total", "totalcount", "totalresults", "totalrecords", "totalitems", "totalhits", "totalelements",
        "numfound", "numbermatched", "totalfeatures", "found", "nhits", "totalrows", "recordcount", "resultcount",
    ]
    private static let tokens: Set<String> = [
        "next", "nextpage", "nextcursor", "nextpagetoken", "nexttoken", "continuationtoken",
    ]
    private static let cursors: Set<String> = [
        "next", "nextcursor", "nextpagetoken", "nexttoken", "continuationtoken", "cursor", "endcursor",
    ]

    /// Reads the link at a path such as `links.next`.
    ///
    /// A name that follows a list is the relation of one of its links, as in `"links": [{"rel": "next", "href": "…"}]`.
    init(at path: String, in document: JSONValue) {
        switch Self.value(at: path[...], in: document) {
        case nil: self = Self.endsInLinks(path[...], document) ? .none : .missing
        case .null?: self = .none
        case let value?:
            guard let text = Self.text(of: value) else {
                self = value == false ? .none : .other
                return
            }
            self = text.isEmpty ? .none : .url(text)
        }
    }

    /// The path of the link to the next page, the least nested one; nil if the document has none.
    static func path(in document: JSONValue) -> String? {
        first(in: document) { path, value in nextName(in: value).map { path + $0 } }
    }

    /// A member that says that there are more rows than these, such as `meta.total: 500`; nil if the document has none.
    static func signOfMore(in document: JSONValue, than rows: Int, pages: Int = 1) -> String? {
        sign(in: document, pages) { member, page, isPaged in
            countsMore(member, than: rows, page: page, isPaged: isPaged) || promisesMore(member)
        }
    }

    /// A member that counts more rows or pages than these; nil if the document has none.
    ///
    /// A full last page may also promise another one, which turns out to be empty.
    static func countOfMore(in document: JSONValue, than rows: Int, pages: Int) -> String? {
        sign(in: document, pages) { countsMore($0, than: rows, page: $1, isPaged: $2) }
    }

    private static func sign(
        in document: JSONValue, _ pages: Int, where isSign: (JSONObject.Member, _ page: Int, _ isPaged: Bool) -> Bool
    ) -> String? {
        first(in: document) { path, value in
            guard let members = value.objectValue?.members else { return nil }
            let page = members.first { pageNumbers.contains(plain($0.name)) }.flatMap { count($0.value) }
            return members.first { isSign($0, max(page ?? 1, pages), page != nil) }
                .map { "\(path)\($0.name): \($0.value.text)" }
        }
    }

    /// Whether a document says that these are all rows, such as `total: 25`.
    static func saysAll(in document: JSONValue, rows: Int) -> Bool {
        let found = first(in: document) { _, value in
            value.objectValue?.members.first { totals.contains(plain($0.name)) && count($0.value) == rows }?.name
        }
        return found != nil
    }

    /// The path of a cursor, with which another request gets the next page; nil if the document has none.
    static func cursor(in document: JSONValue) -> String? {
        first(in: document) { path, value in
            value.objectValue?.members.first { member in
                guard cursors.contains(plain(member.name)), let text = member.value.stringValue else { return false }
                return !text.isEmpty && !isAddress(text)
            }.map { path + $0.name }
        }
    }

    /// What is found first in the document and the objects in it, starting with the least nested ones.
    private static func first(
        in document: JSONValue, _ find: (_ path: String, _ value: JSONValue) -> String?
    ) -> String? {
        var level = [(path: "", value: document)]
        // Facts may come before a list of rows, as in [{"total": 500}, [{…}]].
        if let items = document.arrayValue, items.count <= 3, items.contains(where: { $0.arrayValue != nil }) {
            level += items.map { (path: "", value: $0) }
        }
        for _ in 0..<deepest {
            for (path, value) in level {
                if let found = find(path, value) { return found }
            }
            level = level.flatMap { path, value in
                (value.objectValue?.members ?? []).map { (path: path + $0.name + ".", value: $0.value) }
            }
        }
        return nil
    }

    /// A name in lowercase without punctuation.
    private static func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

    /// A whole number, which some services write in quotes.
    private static func count(_ value: JSONValue) -> Int? { value.intValue ?? value.stringValue.flatMap { Int($0) } }

    private static func countsMore(_ member: JSONObject.Member, than rows: Int, page: Int, isPaged: Bool) -> Bool {
        let name = plain(member.name)
        // A book has pages, too.
        if pageCounts.contains(name), isPaged || name != "pages", let most = count(member.value) {
            return most > page
        }
        guard totals.contains(name) else { return false }
        // As Elasticsearch writes it: {"value": 500, "relation": "eq"}.
        return (count(member.value) ?? member.value["value"].flatMap(count)).map { $0 > rows } ?? false
    }

    private static func promisesMore(_ member: JSONObject.Member) -> Bool {
        let name = plain(member.name)
        if flags.contains(name) { return member.value == true }
        if ends.contains(name), member.value == false { return true }
        guard tokens.contains(name) else { return false }
        return count(member.value).map { $0 > 0 } ?? (member.value.stringValue?.isEmpty == false)
    }

    /// The name of the member, or the relation of the item, that links to the next page.
    private static func nextName(in value: JSONValue) -> String? {
        if value.arrayValue != nil {
            return item(of: value, relation: "next").flatMap(text).map(isAddress) == true ? "next" : nil
        }
        return value.objectValue?.members.first { member in
            names.contains(plain(member.name))
                && text(of: member.value).map(isAddress) == true
        }?.name
    }

    private static func isAddress(_ text: String) -> Bool {
        (text.contains("/") || text.contains("?")) && !text.contains(where: \.isWhitespace)
    }

    /// The value at a path; names can contain dots.
    private static func value(at path: Substring, in value: JSONValue) -> JSONValue? {
        if let found = step(String(path), in: value) { return found }
        for (index, character) in zip(path.indices, path) where character == "." {
            guard let found = step(String(path[..<index]), in: value) else { continue }
            if let end = self.value(at: path[path.index(after: index)...], in: found) { return end }
        }
        return nil
    }

    private static func step(_ name: String, in value: JSONValue) -> JSONValue? {
        value.arrayValue == nil ? value[name] : item(of: value, relation: name)
    }

    /// Whether a path without a value is that of a relation that a list of links does not have.
    private static func endsInLinks(_ path: Substring, _ document: JSONValue) -> Bool {
        guard let dot = path.lastIndex(of: "."), let list = value(at: path[..<dot], in: document)?.arrayValue else {
            return false
        }
        return list.allSatisfy { !relations(of: $0).isEmpty }
    }

    /// The item of a list that has a relation.
    private static func item(of list: JSONValue, relation: String) -> JSONValue? {
        list.arrayValue?.first { relations(of: $0).contains(relation.lowercased()) }
    }

    private static func relations(of item: JSONValue) -> [String] {
        guard let value = item["rel"] ?? item["relation"] else { return [] }
        let texts = value.arrayValue?.compactMap(\.stringValue) ?? [value.stringValue ?? ""]
        return texts.flatMap { $0.lowercased().split(separator: " ").map(String.init) }
    }

    private static func text(of value: JSONValue) -> String? {
        value.stringValue ?? addresses.lazy.compactMap { value[$0]?.stringValue }.first
    }
}
