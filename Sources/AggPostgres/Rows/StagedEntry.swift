import AggSearch
import AggSource
import AggStorage
import AggText

/// A record as it is copied to the server, with the data derived from it.
///
/// The bytes consist of the row without its first two columns, the rows of its other titles without their first column, and
/// the words of its titles, each preceded by its length.
struct StagedEntry: Sendable {
    /// The copied columns, in order; the first two are filled in by the commit.
    static let columns = """
        part, seen, rank, key, digest, place, folded, spelling, alternate, title, subtitle, date, latitude, longitude, url, \
        keywords, fields, words, titles, other_titles, lex
        """
    static let columnCount: Int16 = 21
    /// The columns of an alternative title.
    static let titleColumns = "part, rank, place, date, key, folded, spelling, title"
    static let titleColumnCount: Int16 = 8

    /// The bytes of the entry.
    private(set) var bytes: [UInt8] = []
    private(set) var digest: Int64 = 0
    /// The hash of the key.
    private(set) var keyHash: UInt64 = 0
    /// The rank and the start of the folded title, as a number that sorts in the order of results.
    private(set) var order: UInt64 = 0
    /// Whether it has only the rank and the key, because the stored row has the same digest.
    private(set) var isStored = false

    /// Creates the entry of a record; a search does not find words in the given columns.
    ///
    /// `stored` are the digests of the stored rows, by the hash of the key.
    init(
        _ record: Record, unsearchable columns: Set<String>, _ repeated: inout RepeatedTexts,
        stored: [UInt64: Int64] = [:]
    ) {
        let keywords = record.keywords.isEmpty ? nil : FieldsJSON.bytes(record.keywords)
        let fields = record.fields.isEmpty ? nil : FieldsJSON.bytes(record.fields)
        let titles = record.alternativeTitles.isEmpty ? nil : FieldsJSON.bytes(record.alternativeTitles)
        let rank = 7 - record.prominence
        digest = Self.digest(record, keywords, fields, titles, unsearchable: columns)
        keyHash = Self.hash(of: record.key)
        if stored[keyHash] == digest {
            isStored = true
            order = Self.order(rank, "")
            var row = TupleWriter()
            row.add(Int16(clamping: rank))
            row.add(record.key)
            append(row.bytes)
            appendCount(0)
            append([])
            return
        }
        let texts = RecordWords(record, unsearchable: columns, &repeated)
        let spelling = Folding.spelling(of: record.title, folded: texts.title)
        var words: [UInt8] = []
        SearchableText.append(texts, to: &words)
        let place = IndexedPrefix.beginning(texts.title)
        order = Self.order(rank, texts.title)

        var row = TupleWriter()
        row.add(Int16(clamping: rank))
        row.add(record.key)
        row.add(digest)
        row.add(place)
        row.add(texts.title == place ? nil : texts.title)
        row.add(spelling)
        row.add(texts.alternate)
        row.add(record.title)
        row.add(record.subtitle)
        row.add(record.date?.text)
        row.add(record.coordinate?.latitude)
        row.add(record.coordinate?.longitude)
        row.add(record.url)
        for json in [keywords, fields] { if let json { row.add(json) } else { row.null() } }
        row.add(ServerText.stored(words))
        if let titles { row.add(titles) } else { row.null() }
        row.add(titles == nil ? nil : SearchableText.otherTitles(texts.alternativeTitles))
        Lexemes(texts).write(to: &row)
        append(row.bytes)

        let forms = TitleForm.forms(of: record.alternativeTitles)
        appendCount(forms.count)
        for form in forms {
            var row = TupleWriter()
            let place = IndexedPrefix.beginning(form.folded)
            row.add(Int16(clamping: rank))
            row.add(place)
            row.add(record.date?.text)
            row.add(record.key)
            row.add(form.folded == place ? nil : form.folded)
            row.add(form.spelling == form.folded ? nil : form.spelling)
            row.add(form.title)
            append(row.bytes)
        }
        append(TitleWords.text(texts.allTitles))
    }

    private mutating func append(_ part: [UInt8]) {
        appendCount(part.count)
        bytes += part
    }

    private mutating func appendCount(_ count: Int) {
        withUnsafeBytes(of: Int32(clamping: count).bigEndian) { bytes.append(contentsOf: $0) }
    }

    /// Returns a 64-bit hash that identifies a key.
    static func hash(of key: String) -> UInt64 {
        var key = key
        return key.withUTF8 { hash(of: UnsafeRawBufferPointer($0)) }
    }

    static func hash(of key: UnsafeRawBufferPointer) -> UInt64 {
        var hash = StableHash()
        for byte in key { hash.add(UInt64(byte)) }
        return hash.value
    }

    /// Returns a hash of the record, for detecting changed rows.
    ///
    /// It includes the names of its unsearchable fields, so that a row is written again, with other words, if they change.
    private static func digest(
        _ record: Record, _ keywords: [UInt8]?, _ fields: [UInt8]?, _ titles: [UInt8]?,
        unsearchable columns: Set<String>
    ) -> Int64 {
        var hash = StableHash()
        func add(_ bytes: [UInt8]?, _ hash: inout StableHash) {
            hash.add(bytes.map { UInt64($0.count) } ?? .max)
            if let bytes { hash.add(bytes) }
        }
        for text in [record.title, record.subtitle, record.date?.text, record.url] {
            add(text.map { Array($0.utf8) }, &hash)
        }
        for json in [keywords, fields, titles] { add(json, &hash) }
        hash.add(UInt64(record.prominence))
        hash.add(record.coordinate?.latitude.bitPattern ?? .max)
        hash.add(record.coordinate?.longitude.bitPattern ?? .max)
        for field in record.fields where columns.contains(field.name) { add(Array(field.name.utf8), &hash) }
        return Int64(bitPattern: hash.value)
    }

    private static func order(_ rank: Int, _ folded: String) -> UInt64 {
        var order = UInt64(rank)
        var letters = folded.utf8.makeIterator()
        for _ in 0..<7 { order = order << 8 | UInt64(letters.next() ?? 0) }
        return order
    }
}

/// The words of titles that are counted for spelling suggestions.
enum TitleWords {
    /// The maximum length of a counted word, in bytes.
    private static let longest = 100

    /// Returns the distinct words of titles, separated by spaces.
    static func text(_ titles: [String]) -> [UInt8] {
        var words: [UInt8] = []
        var known: [Substring.UTF8View] = []
        var all: Set<[UInt8]> = []
        for title in titles {
            for word in title.utf8.split(separator: 0x20) where word.count <= longest {
                // Most titles have only a few words, which are compared faster than hashed.
                if known.count < 8 {
                    if known.contains(where: { $0.elementsEqual(word) }) { continue }
                    known.append(word)
                } else {
                    if all.isEmpty { all.formUnion(known.map { Array($0) }) }
                    if !all.insert(Array(word)).inserted { continue }
                }
                if !words.isEmpty { words.append(0x20) }
                words += word
            }
        }
        return words
    }
}

/// The parts of a staged entry.
struct EntryReader {
    /// The columns of the row from `rank` on, in the copy format.
    let row: UnsafeRawBufferPointer
    /// The other titles.
    let titles: [UnsafeRawBufferPointer]
    /// The words of its titles.
    let words: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        var reader = TupleReader(bytes)
        row = reader.value() ?? none
        titles = (0..<max(0, Int(reader.number(Int32.self)))).map { _ in reader.value() ?? none }
        words = reader.value() ?? none
    }

    /// The position among results of the same rank.
    var place: ResultPlace {
        var reader = TupleReader(row)
        _ = reader.value()
        let key = reader.value()
        _ = reader.value()
        let (start, folded) = (reader.value(), reader.value())
        for _ in 0..<4 { _ = reader.value() }
        return ResultPlace(folded: [UInt8](folded ?? start), date: reader.value().map { Array($0) }, key: [UInt8](key))
    }

    /// Returns the record of the entry.
    ///
    /// - Throws: `DamagedRecord`.
    func record() throws -> Record {
        var reader = TupleReader(row)
        let rank =
            reader.value().map { $0.count == 2 ? Int(Int16(bigEndian: $0.loadUnaligned(as: Int16.self))) : 7 } ?? 7
        let key = reader.text() ?? ""
        for _ in 0..<5 { _ = reader.value() }
        let title = reader.text() ?? ""
        let subtitle = reader.text()
        let date = reader.text()
        let (latitude, longitude) = (reader.decimal(), reader.decimal())
        let url = reader.text()
        let (keywords, fields) = (reader.text(), reader.text())
        _ = reader.value()
        var record = Record(
            key: key, title: title, subtitle: subtitle, date: date.map(RecordDate.init(canonical:)), url: url,
            prominence: 7 - rank)
        if let latitude, let longitude { record.coordinate = Coordinate(latitude: latitude, longitude: longitude) }
        record.keywords = try keywords.map { try FieldsJSON.texts(JSONValue(parsing: $0)) } ?? []
        record.fields = try fields.map { try FieldsJSON.fields(JSONValue(parsing: $0)) } ?? []
        record.alternativeTitles = try reader.text().map { try FieldsJSON.texts(JSONValue(parsing: $0)) } ?? []
        return record
    }
}

/// The position of a record among results of the same rank: by folded title, newest first, and by key.
struct ResultPlace: Comparable {
    let folded: [UInt8]
    let date: [UInt8]?
    let key: [UInt8]

    static func < (left: ResultPlace, right: ResultPlace) -> Bool {
        if left.folded != right.folded { return left.folded.lexicographicallyPrecedes(right.folded) }
        switch (left.date, right.date) {
        case (let first?, let second?) where first != second: return second.lexicographicallyPrecedes(first)
        case (_?, nil): return true
        case (nil, _?): return false
        default: return left.key.lexicographicallyPrecedes(right.key)
        }
    }
}

extension [UInt8] {
    /// The bytes of a value; none for NULL.
    init(_ bytes: UnsafeRawBufferPointer?) { self = bytes.map { Array($0) } ?? [] }
}
