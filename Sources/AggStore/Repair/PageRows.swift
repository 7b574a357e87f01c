/// The rows that a page of SQLite's trees holds, each read for itself: one that is broken spoils no other
/// (sqlite.org/fileformat2.html, section 1.6).
struct PageRows {
    /// The kinds of pages of a tree.
    enum Kind: UInt8 {
        case indexNode = 0x02, tableNode = 0x05, indexLeaf = 0x0A, tableLeaf = 0x0D

        var isLeaf: Bool { self == .indexLeaf || self == .tableLeaf }
        var isTable: Bool { self == .tableNode || self == .tableLeaf }
    }

    /// A row with its number, which rows of indexes do not have.
    struct Row {
        var number: Int64?
        var values: [RecordFormat.Value]
    }

    private let pages: DatabasePages
    private let page: [UInt8]
    private let start: Int
    /// What the page is.
    let kind: Kind

    /// Looks at a page; nil where it is none of a tree.
    init?(_ pages: DatabasePages, _ number: Int) {
        guard let page = pages.page(number) else { return nil }
        start = number == 1 ? 100 : 0
        guard let kind = Kind(rawValue: page[start]) else { return nil }
        (self.pages, self.page, self.kind) = (pages, page, kind)
    }

    private var cells: [Int] {
        let first = start + (kind.isLeaf ? 8 : 12)
        let count = min(Int(page[start + 3]) << 8 | Int(page[start + 4]), (page.count - first) / 2)
        return (0..<max(count, 0)).map { Int(page[first + 2 * $0]) << 8 | Int(page[first + 2 * $0 + 1]) }
            .filter { $0 >= first && $0 < page.count - 4 }
    }

    /// The pages below this one.
    var children: [Int] {
        kind.isLeaf ? [] : (cells + [start + 8]).map { DatabasePages.number(page, $0) }
    }

    /// The rows that can be read.
    var rows: [Row] {
        if kind == .tableNode { return [] }
        return cells.compactMap { cell in
            var place = cell + (kind == .indexNode ? 4 : 0)
            guard let size = RecordFormat.varint(page, &place), (1...1 << 28).contains(size) else { return nil }
            var number: Int64?
            if kind.isTable {
                guard let found = RecordFormat.varint(page, &place) else { return nil }
                number = found
            }
            guard let bytes = content(Int(size), at: place), let values = RecordFormat.values(bytes) else { return nil }
            return Row(number: number, values: values)
        }
    }

    /// The bytes of a row: those on the page, and what went over to pages of its own.
    private func content(_ size: Int, at place: Int) -> [UInt8]? {
        let usable = pages.pageSize - pages.reserved
        let most = kind.isTable ? usable - 35 : (usable - 12) * 64 / 255 - 23
        if size <= most { return place + size <= page.count ? Array(page[place..<place + size]) : nil }
        let least = (usable - 12) * 32 / 255 - 23
        let wished = least + (size - least) % (usable - 4)
        let kept = wished <= most ? wished : least
        guard place + kept + 4 <= page.count else { return nil }
        var bytes = Array(page[place..<place + kept])
        var next = DatabasePages.number(page, place + kept)
        var seen: Set<Int> = []
        while bytes.count < size {
            guard next > 0, seen.insert(next).inserted, let more = pages.page(next) else { return nil }
            bytes += more[4..<4 + min(usable - 4, size - bytes.count)]
            next = DatabasePages.number(more, 0)
        }
        return bytes
    }
}
