/// Words of the user in a sentence: between quotes, and cut where they are long.
package enum Quoted {
    /// The columns that are shown of a word.
    package static let width = 60

    /// The text between quotes.
    package static func text(_ text: String) -> String { "“\(DisplayWidth.cut(text, to: width))”" }
}
