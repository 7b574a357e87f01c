import AggCore
import AggSearch
import AggSource

/// A record for a person, a line a value.
struct RecordLayout {
    private let presentation: Presentation
    private let style: Style
    private let columns: [String]?
    private let addedColumns: [String]

    init(_ output: CommandOutput, _ presentation: Presentation) {
        self.presentation = presentation
        style = presentation.style
        columns = output.columns
        addedColumns = output.addedColumns
    }

    /// The heading of a record, and the lines of its values; with the columns of its source those it has no value of too.
    func lines(
        _ row: RecordsAnswer.Row, number: Int? = nil, declared: [Column] = [], _ text: SearchText? = nil
    ) -> [String] {
        func texts(_ names: [String]) -> [(String, String?)] {
            zip(names, RecordColumns.texts(names, of: row)).map { ($0, $1.isEmpty ? nil : $1) }
        }
        let usual = columns.map(texts) ?? pairs(row, declared)
        let added = texts(addedColumns.filter { name in !usual.contains { $0.0 == name } })
        return [heading(row, number, text)] + ValueLines(presentation).lines(usual + added, text)
    }

    private func heading(_ row: RecordsAnswer.Row, _ number: Int?, _ text: SearchText?) -> String {
        let number = number.map { style.bold("\($0). ") } ?? ""
        let star = row.isFavorite ? " " + style.text("★", .favorite) : ""
        let absence = row.absence.map { style.warning(" (\($0.text))") } ?? ""
        let title = VisibleText.of(row.shownTitle)
        return number + style.heading.marking(title, of: title, text) + star + absence
    }

    /// What a record holds; with the columns of its source also those that it has no value of.
    private func pairs(_ row: RecordsAnswer.Row, _ columns: [Column]) -> [(String, String?)] {
        let record = row.record
        var pairs: [(String, String?)] = [("address", row.address.description)]
        if !record.alternativeTitles.isEmpty {
            pairs.append(("also called", record.alternativeTitles.joined(separator: ", ")))
        }
        if let subtitle = record.subtitle { pairs.append(("subtitle", subtitle)) }
        if let date = record.date { pairs.append(("date", TimeText.date(date))) }
        if let place = record.coordinate {
            pairs.append(
                ("coordinate", "\(JSONWriter.shortest(place.latitude)), \(JSONWriter.shortest(place.longitude))"))
        }
        if let url = record.url { pairs.append(("link", url)) }
        pairs += record.fields.map { field in
            let unit = columns.first { $0.name == field.name }?.unit.map { " \($0)" } ?? ""
            if case .date(let date) = field.value { return (field.name, TimeText.date(date)) }
            return (field.name, field.value.text + unit)
        }
        pairs += columns.filter { record[$0.name] == nil }.map { ($0.name, nil) }
        if let favorite = row.favorite {
            if !favorite.tags.isEmpty { pairs.append(("tags", favorite.tags.joined(separator: ", "))) }
            if let note = favorite.note { pairs.append(("note", note)) }
            pairs.append(("marked", TimeText.instant(favorite.addedAt, in: presentation.zone)))
        }
        if let tier = row.tier { pairs.append(("match", tier.rawValue)) }
        return pairs
    }
}
