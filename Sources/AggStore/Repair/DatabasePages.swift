import Foundation

/// The pages of a file of SQLite with those of its log over them, read as bytes: what SQLite itself no longer opens can
/// still be looked through (sqlite.org/fileformat2.html).
struct DatabasePages {
    /// The bytes of a page.
    let pageSize: Int
    /// How many bytes at the end of each page are not used.
    let reserved: Int
    /// How many pages there are.
    let count: Int
    private let bytes: Data
    private let logged: [Int: [UInt8]]

    /// Reads a file and its log, where there is one.
    ///
    /// - Throws: What the system says where the file cannot be read.
    init(path: String) throws {
        bytes = try Data(contentsOf: URL(filePath: path))
        let log = WriteAheadLog((try? Data(contentsOf: URL(filePath: path + "-wal"))) ?? Data())
        logged = log?.pages ?? [:]
        let isReadable = bytes.starts(with: Array("SQLite format 3\0".utf8)) && bytes.count >= 100
        let size = isReadable ? Int(bytes[16]) << 8 | Int(bytes[17]) : 0
        // The greatest size does not fit and is written as 1. Where the head is gone, the size is the usual one.
        let told = size == 1 ? 65_536 : size
        pageSize = (512...65_536).contains(told) && told & (told - 1) == 0 ? told : log?.pageSize ?? 4_096
        reserved = isReadable ? Int(bytes[20]) : 0
        count = max((bytes.count + pageSize - 1) / pageSize, logged.keys.max() ?? 0)
    }

    /// The bytes of a page, from 1; nil where there is none.
    ///
    /// A last page that is cut short is filled with zeros.
    func page(_ number: Int) -> [UInt8]? {
        if let page = logged[number] { return page }
        let start = (number - 1) * pageSize
        guard number >= 1, start < bytes.count else { return nil }
        let page = Array(bytes[start..<min(start + pageSize, bytes.count)])
        return page + [UInt8](repeating: 0, count: pageSize - page.count)
    }

    /// The pages that are free, which may hold what was deleted; as far as the list of them can be read.
    var free: Set<Int> {
        guard let first = page(1), first.starts(with: Array("SQLite format 3\0".utf8)) else { return [] }
        var free: Set<Int> = []
        var trunk = Self.number(first, 32)
        while trunk > 0, free.insert(trunk).inserted, let page = page(trunk) {
            let leaves = min(Self.number(page, 4), pageSize / 4 - 2)
            for index in 0..<max(leaves, 0) { free.insert(Self.number(page, 8 + 4 * index)) }
            trunk = Self.number(page, 0)
        }
        return free
    }

    /// A number of four bytes, the most significant first.
    static func number(_ bytes: [UInt8], _ offset: Int) -> Int {
        guard offset >= 0, offset + 4 <= bytes.count else { return 0 }
        return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}

/// The log of a file in WAL mode, as far as its commits are whole (sqlite.org/fileformat2.html, section 4).
private struct WriteAheadLog {
    let pageSize: Int
    private(set) var pages: [Int: [UInt8]] = [:]

    init?(_ log: Data) {
        let bytes = [UInt8](log)
        guard bytes.count >= 32 else { return nil }
        let magic = DatabasePages.number(bytes, 0)
        guard magic == 0x377F_0682 || magic == 0x377F_0683 else { return nil }
        pageSize = DatabasePages.number(bytes, 8)
        guard (512...65_536).contains(pageSize) else { return nil }
        var sum = Checksum(isBigEndian: magic & 1 == 1)
        sum.add(bytes[0..<24])
        guard sum.agrees(with: bytes, 24) else { return nil }
        var pending: [Int: [UInt8]] = [:]
        var start = 32
        while start + 24 + pageSize <= bytes.count {
            let head = start..<start + 8
            let content = start + 24..<start + 24 + pageSize
            sum.add(bytes[head])
            sum.add(bytes[content])
            // What an earlier run of the log has left behind has other salts.
            guard bytes[start + 8..<start + 16] == bytes[16..<24], sum.agrees(with: bytes, start + 16) else { return }
            pending[DatabasePages.number(bytes, start)] = Array(bytes[content])
            if DatabasePages.number(bytes, start + 4) > 0 {
                pages.merge(pending) { $1 }
                pending = [:]
            }
            start = content.upperBound
        }
    }

    /// The running sum over words of four bytes.
    private struct Checksum {
        let isBigEndian: Bool
        private var first: UInt32 = 0
        private var second: UInt32 = 0

        init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

        mutating func add(_ bytes: ArraySlice<UInt8>) {
            var place = bytes.startIndex
            while place + 8 <= bytes.endIndex {
                first = first &+ word(bytes, place) &+ second
                second = second &+ word(bytes, place + 4) &+ first
                place += 8
            }
        }

        func agrees(with bytes: [UInt8], _ offset: Int) -> Bool {
            DatabasePages.number(bytes, offset) == Int(first) && DatabasePages.number(bytes, offset + 4) == Int(second)
        }

        private func word(_ bytes: ArraySlice<UInt8>, _ place: Int) -> UInt32 {
            let word = bytes[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            return isBigEndian ? word : word.byteSwapped
        }
    }
}
