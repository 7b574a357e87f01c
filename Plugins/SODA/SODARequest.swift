import AggSource
import Socrata

/// What is typed behind `source add soda`: an address, and columns for roles as in `key:inspection_id`.
struct SODARequest {
    /// The words that name the data set.
    let address: String
    /// The columns that are given.
    let roles: SODARoles

    init(_ text: String) {
        var roles = SODARoles()
        let words = text.split(whereSeparator: \.isWhitespace).filter { word in
            let parts = word.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { return true }
            let column = String(parts[1])
            switch parts[0] {
            case "key": roles.key = column
            case "title": roles.title = column
            case "subtitle": roles.subtitle = column
            case "date": roles.date = column
            default: return true
            }
            return false
        }
        // A path may have blanks in it; where nothing was taken out the text stays as it is.
        address = roles == SODARoles() ? text : words.joined(separator: " ")
        self.roles = roles
    }
}

extension SODARoles {
    /// Returns normally if every given column exists and the key tells the rows apart.
    ///
    /// - Throws: `SourceError.refused`, with the nearest column or one that can be the key.
    func check(columns: [SocrataColumn], _ sample: SODASample?) throws(SourceError) {
        let names = columns.map(\.name)
        for (role, column) in named where !column.hasPrefix(":") && !names.contains(column) {
            let near = Nearest.hint(to: column, among: names)
            let hint = near.isEmpty ? "; the columns are \(names.joined(separator: ", "))" : near
            throw .refused("“\(column)” is not a column, so it cannot be the \(role)\(hint)")
        }
        guard let key, let sample, sample.count > 0 else { return }
        if sample.missing == sample.count { throw .refused("no row has a value of “\(key)”, so it cannot be the key") }
        guard sample.repeats > 0 else { return }
        let other = SODAInference(columns: columns, sample: sample).roles(over: SODARoles()).key ?? ""
        throw .refused(
            "“\(key)” does not tell the rows apart: \(sample.repeats) of \(sample.count) rows repeat a value of another; "
                + "use key:\(other)")
    }
}
