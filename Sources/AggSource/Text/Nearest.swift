/// Finds the word that a misspelled one was probably meant to be.
public enum Nearest {
    /// The only candidate that begins with the word, or the one with the fewest letters changed, up to about a third of
    /// the word, and of these the one that begins most like it; nil if none is close.
    public static func word(to word: String, among candidates: some Sequence<String>) -> String? {
        let typed = Array(word.lowercased().unicodeScalars)
        guard !typed.isEmpty else { return nil }
        if typed.count > 2 {
            let longer = candidates.filter { $0.lowercased().unicodeScalars.starts(with: typed) }
            if longer.count == 1 { return longer.first }
        }
        let limit = max(1, (typed.count + 1) / 3)
        var best: (word: String, distance: Int, start: Int)?
        // The distance is at least the difference in length, so candidates that differ too much are skipped.
        for candidate in candidates where abs(candidate.count - typed.count) <= limit {
            let letters = Array(candidate.lowercased().unicodeScalars)
            let distance = distance(typed, letters)
            guard distance <= limit else { continue }
            let start = zip(typed, letters).prefix { $0 == $1 }.count
            if let best, (best.distance, -best.start) <= (distance, -start) { continue }
            best = (candidate, distance, start)
        }
        return best?.word
    }

    /// The first name with a word as one of its parts, such as `total_students` for `students`; nil if there is none or
    /// the word is short.
    package static func part(_ word: String, of names: some Sequence<String>) -> String? {
        let typed = word.lowercased()
        guard typed.count > 3 else { return nil }
        return names.first { $0.lowercased().split(separator: "_").contains { $0 == typed } }
    }

    /// The hint for an error message: `; did you mean “url”?`, or nothing.
    public static func hint(to word: String, among candidates: some Sequence<String>) -> String {
        Nearest.word(to: word, among: candidates).map { "; did you mean “\($0)”?" } ?? ""
    }

    /// The hint for an unknown name: up to three names like it or with a part like it, or else some of the names.
    public static func hint(toName name: String, among names: some Sequence<String>) -> String {
        let typed = name.lowercased()
        let known = names.sorted()
        var near = word(to: name, among: known).map { [$0] } ?? []
        if near.isEmpty, typed.count > 2 { near = known.filter { $0.lowercased().contains(typed) } }
        if near.isEmpty {
            near = known.filter { known in
                known.split(separator: "-").contains { part in
                    part.count > 3 && typed.hasPrefix(part.lowercased())
                        || word(to: typed, among: [String(part)]) != nil
                }
            }
        }
        if !near.isEmpty {
            return "; did you mean \(near.prefix(3).map { "“\($0)”" }.joined(separator: " or "))?"
        }
        guard !known.isEmpty else { return "" }
        let more = known.count > mostNames ? ", and \(known.count - mostNames) more" : ""
        return "; use one of \(known.prefix(mostNames).joined(separator: ", "))\(more)"
    }

    /// The maximum number of names to list.
    private static let mostNames = 12

    /// The hint for an unknown option.
    ///
    /// Dashes are ignored, since they would make any two short options look alike.
    public static func hint(toOption option: String, among options: some Sequence<String>) -> String {
        guard bare(option).count > 1 else { return "" }
        let names = Dictionary(options.map { (bare($0), $0) }, uniquingKeysWith: { first, _ in first })
        return word(to: bare(option), among: names.keys.sorted()).flatMap { names[$0] }
            .map { "; did you mean “\($0)”?" } ?? ""
    }

    private static func bare(_ option: String) -> String { String(option.drop { $0 == "-" }) }

    /// The number of letters to insert, delete, replace, or swap with their neighbor (optimal string alignment).
    package static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var previous = Array(0...right.count)
        // Three rows take turns, since most words are rejected, and an array for each letter would cost most of the time.
        var (before, current) = (previous, previous)
        for i in left.indices {
            current[0] = i + 1
            for j in right.indices {
                let exchange = previous[j] + (left[i] == right[j] ? 0 : 1)
                var cost = min(exchange, previous[j + 1] + 1, current[j] + 1)
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    cost = min(cost, before[j - 1] + 1)
                }
                current[j + 1] = cost
            }
            swap(&before, &previous)
            swap(&previous, &current)
        }
        return previous[right.count]
    }
}
