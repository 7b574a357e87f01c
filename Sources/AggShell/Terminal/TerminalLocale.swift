import Glibc

/// The C library's idea of what a character is, which libedit edits by.
package enum TerminalLocale {
    /// Takes the character set of the environment where that is UTF-8, else C.UTF-8.
    ///
    /// Without this libedit edits bytes: `são` would arrive as `so`. All that agg writes is UTF-8, so that another
    /// character set, or none (no locale variable set, the C or POSIX locale), is replaced. Only `LC_CTYPE` is touched.
    package static func prepare() {
        if setlocale(LC_CTYPE, "") != nil, isUTF8 { return }
        for name in ["C.UTF-8", "C.utf8", "en_US.UTF-8"] where setlocale(LC_CTYPE, name) != nil && isUTF8 { return }
    }

    /// Whether the environment names a locale whose character set is not UTF-8; none named counts as UTF-8.
    package static func isPlain(_ environment: [String: String]) -> Bool {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }
        guard let name = names.first(where: { !$0.isEmpty })?.lowercased() else { return false }
        return !name.contains("utf-8") && !name.contains("utf8")
    }

    private static var isUTF8: Bool {
        guard let name = nl_langinfo(nl_item(CODESET)) else { return false }
        return String(cString: name) == "UTF-8"
    }
}
