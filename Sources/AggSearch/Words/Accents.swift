/// What an accent that was typed counts for; plain letters match accented ones in either case.
package enum Accents: String, CaseIterable, Hashable, Sendable {
    /// Letters match whatever their accents.
    case loose
    /// A letter that was typed with an accent matches only itself.
    case strict
}
