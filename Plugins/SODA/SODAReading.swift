import AggSource

/// What one reading of all pages came to, beside the rows.
struct SODAReading {
    /// Whether there was more than one page, so that they may not belong together.
    var isOfManyPages = false
    /// Whether rows were changed while they were read.
    var hasChanged = false
    /// Whether the portal answered from an older copy.
    var isOutOfDate = false
    /// Why the pages ended before their end; nil if they did not.
    var fault: String?
    /// Why it is not known whether rows were changed; nil where it is.
    var comparison: SourceError?

    /// What belongs on every answer from the rows.
    var notes: [String] {
        var notes: [String] = []
        if isOutOfDate { notes.append("the portal says that its data is out of date") }
        if let fault { notes.append(fault) }
        if let comparison {
            notes.append("whether the data set changed while it was read is not known: \(comparison.reason())")
        }
        return notes
    }
}
