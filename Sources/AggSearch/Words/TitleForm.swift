import AggText

/// One folded spelling of an alternative title, which is a title of its own to a search.
package struct TitleForm: Hashable, Sendable {
    /// The alternative title.
    package let title: String
    /// The title folded, or folded with ä, ö, ü, and å written out.
    package let folded: String
    /// The title in lower case with its marks.
    package let spelling: String

    /// The forms of alternative titles, in their order; none of a title without a letter or digit.
    package static func forms(of titles: [String]) -> [TitleForm] {
        titles.flatMap { title -> [TitleForm] in
            let folded = Folding.fold(title)
            if folded.isEmpty { return [] }
            let spelling = Folding.spelling(of: title, folded: folded) ?? folded
            return [folded, Folding.alternate(of: title)].compactMap { form in
                form.map { TitleForm(title: title, folded: $0, spelling: spelling) }
            }
        }
    }
}
