/// Folded words that say nothing about what is searched for.
enum CommonWords {
    /// The words.
    static let all: Set<String> = [
        "a", "about", "after", "all", "also", "an", "and", "any", "are", "as", "at", "be", "been", "before", "between",
        "by", "can", "did", "do", "does", "for", "from", "had", "has", "have", "her", "his", "how", "in", "into", "is",
        "it", "its", "just", "many", "more", "most", "much", "near", "new", "not", "of", "off", "on", "only", "or",
        "other", "our", "out", "over", "some", "such", "than", "that", "the", "their", "them", "then", "there", "these",
        "they", "this", "those", "through", "to", "use", "used", "using", "via", "was", "were", "what", "when", "where",
        "which", "while", "who", "why", "will", "with", "without", "you", "your",
    ]

    /// The names of months, which are part of a date among other words.
    static let months: Set<String> = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]
}
