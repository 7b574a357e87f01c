/// The elements of HTML, by what they do to the text around them.
enum HTMLElements {
    /// What an element does to text.
    enum Role {
        /// It stands on lines of its own.
        case block
        /// It stands beside the text before it.
        case cell
        /// It stands inside a line.
        case inline
        /// It is not for reading.
        case hidden
    }

    /// What an element of a name, in lower case, does; nil where HTML has no such element.
    static func role(of name: String) -> Role? { roles[name] }

    /// Whether a letter may stand in the name of an element.
    static func isInName(_ byte: UInt8) -> Bool {
        (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte) || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ":")
    }

    private static let roles: [String: Role] = {
        var roles: [String: Role] = [:]
        for (list, role) in lists {
            for name in list.split(separator: " ") { roles[String(name)] = role }
        }
        return roles
    }()

    private static let lists: [(String, Role)] = [
        (
            "address article aside blockquote body br center dd details dialog div dl dt fieldset figcaption figure footer "
                + "form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol option p pre section summary "
                + "table tbody tfoot thead tr ul caption", .block
        ),
        ("td th", .cell),
        (
            "a abbr acronym area audio b base basefont bdi bdo big button canvas cite code col colgroup data datalist del "
                + "dfn em embed font frame frameset head i iframe img input ins kbd label link map mark marquee math meta "
                + "meter nobr noframes noscript object optgroup output param picture progress q rb rp rt rtc ruby s samp "
                + "select slot small source span strike strong sub sup svg path template textarea time title track tt u var video wbr",
            .inline
        ),
        ("script style", .hidden),
    ]
}
