import AggSource

/// The supported text encodings of tables.
enum TableEncoding: String, CaseIterable {
    /// UTF-8, with or without a byte order mark.
    case utf8 = "utf-8"
    /// UTF-16, the low byte first.
    case utf16LittleEndian = "utf-16le"
    /// UTF-16, the high byte first.
    case utf16BigEndian = "utf-16be"
    /// Windows-1252, which includes ISO 8859-1.
    case windows1252 = "windows-1252"
    /// ISO 8859-15, which has the euro sign and the French and Finnish letters that ISO 8859-1 lacks.
    case latin9 = "iso-8859-15"
    /// Windows-1250, for Central European languages.
    case windows1250 = "windows-1250"
    /// Windows-1251, for Cyrillic.
    case windows1251 = "windows-1251"
    /// Windows-1253, for Greek.
    case windows1253 = "windows-1253"
    /// Windows-1254, for Turkish, which includes ISO 8859-9.
    case windows1254 = "windows-1254"
    /// ISO 8859-2, for Central European languages.
    case latin2 = "iso-8859-2"
    /// The encoding of old Apple computers.
    case macintosh

    /// Other names, in lowercase and without hyphens and the like.
    private static let otherNames: [String: TableEncoding] = [
        "utf8sig": .utf8, "utf8bom": .utf8, "ascii": .utf8, "usascii": .utf8, "utf16": .utf16LittleEndian,
        "cp1252": .windows1252, "xcp1252": .windows1252, "iso88591": .windows1252, "latin1": .windows1252,
        "l1": .windows1252, "latin9": .latin9, "l9": .latin9, "cp1250": .windows1250, "xcp1250": .windows1250,
        "cp1251": .windows1251, "xcp1251": .windows1251, "cp1253": .windows1253, "xcp1253": .windows1253,
        "cp1254": .windows1254, "xcp1254": .windows1254, "iso88599": .windows1254, "latin5": .windows1254,
        "l5": .windows1254, "latin2": .latin2, "l2": .latin2, "mac": .macintosh, "macroman": .macintosh,
        "xmacroman": .macintosh,
    ]

    /// Finds an encoding by its name or another common one, in any case and with or without hyphens; nil if it is unknown.
    init?(named name: String) {
        let plain = Self.plain(name)
        guard let found = Self.allCases.first(where: { Self.plain($0.rawValue) == plain }) ?? Self.otherNames[plain]
        else { return nil }
        self = found
    }

    private static func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

    /// The encoding that a byte order mark at the beginning of a text shows; nil without one.
    init?(markOf bytes: [UInt8]) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            self = .utf8
        } else if bytes.starts(with: [0xFF, 0xFE]) {
            self = .utf16LittleEndian
        } else if bytes.starts(with: [0xFE, 0xFF]) {
            self = .utf16BigEndian
        } else {
            return nil
        }
    }

    /// Whether each byte is a character.
    var isSingleByte: Bool {
        switch self {
        case .utf8, .utf16LittleEndian, .utf16BigEndian: false
        default: true
        }
    }

    /// The display name.
    var title: String {
        switch self {
        case .utf8: "UTF-8"
        case .utf16LittleEndian, .utf16BigEndian: "UTF-16"
        case .windows1250: "Windows-1250"
        case .windows1251: "Windows-1251"
        case .windows1252: "Windows-1252"
        case .windows1253: "Windows-1253"
        case .windows1254: "Windows-1254"
        case .latin2: "ISO 8859-2"
        case .latin9: "ISO 8859-15"
        case .macintosh: "Mac OS Roman"
        }
    }
}

/// The encoding that a server declares for a text.
struct DeclaredEncoding {
    /// Its name, in lowercase.
    let name: String
    /// The encoding; nil if it is not supported, or if the text shows it, as with UTF-16 in either byte order.
    let encoding: TableEncoding?

    private static let others: Set<String> = ["us-ascii", "ascii", "utf8", "utf-16", "binary"]

    /// Reads the header `Content-Type`; nil if it declares no encoding, or if it is that of JSON, which is UTF-8.
    init?(_ type: ContentType) {
        guard !type.mediaType.contains("json"), let name = type.charset else { return nil }
        self.name = name
        encoding = Self.others.contains(name) ? nil : TableEncoding(named: name)
    }

    /// Whether no supported encoding is like this one.
    var isUnsupported: Bool { encoding == nil && !Self.others.contains(name) }
}

/// Detects the encoding of a text from all of its bytes.
///
/// A byte order mark decides. Otherwise, a text that is entirely valid UTF-8 is UTF-8, and any other has the declared
/// encoding, or is Windows-1252 if that defines all of its bytes.
struct EncodingDetector {
    /// The number of bytes that are not valid UTF-8.
    private(set) var invalidBytes = 0
    private var sequences = 0
    private var undefinedBytes = 0
    private var mark: TableEncoding?
    private var beginning: [UInt8] = []
    private var pending = 0
    private var lowest: UInt8 = 0x80
    private var highest: UInt8 = 0xBF

    /// The number of bytes examined to recognize UTF-16 without a mark.
    private static let beginningSize = 1_024

    /// Whether the encoding is certain, whatever bytes follow.
    var isDecided: Bool { mark != nil }

    /// Adds the next bytes.
    mutating func add(_ piece: [UInt8]) {
        if beginning.count < Self.beginningSize {
            beginning += piece.prefix(Self.beginningSize - beginning.count)
            mark = Self.mark(of: beginning)
        }
        guard mark == nil else { return }
        piece.withUnsafeBytes { bytes in
            var index = 0
            while index < bytes.count {
                // Eight ASCII characters at once.
                if pending == 0, index + 8 <= bytes.count,
                    bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
                {
                    index += 8
                    continue
                }
                add(bytes[index])
                index += 1
            }
        }
    }

    /// The encoding; nil if no supported encoding has these bytes.
    func encoding(declared: TableEncoding? = nil) -> TableEncoding? {
        if let mark { return mark }
        // Later rows of a text that is only ASCII so far can have any characters of the declared encoding.
        let isASCII = invalidBytes == 0 && pending == 0 && sequences == 0
        if isASCII, let declared, declared.isSingleByte { return declared }
        if invalidBytes == 0 && pending == 0 { return .utf8 }
        // A few broken bytes in a text that is otherwise UTF-8.
        if sequences > 0, invalidBytes * 4 <= sequences { return .utf8 }
        if let declared, declared != .utf8 { return declared }
        return undefinedBytes == 0 ? .windows1252 : nil
    }

    /// Whether the text is UTF-8 and not only ASCII.
    var isOnlyUTF8: Bool { mark == nil && invalidBytes == 0 && pending == 0 && sequences > 0 }

    /// A note about bytes that are not UTF-8 in a text that otherwise is; nil if there are none.
    var note: String? {
        guard invalidBytes > 0 else { return nil }
        let bytes = invalidBytes == 1 ? "1 byte is not UTF-8; it is" : "\(invalidBytes) bytes are not UTF-8; they are"
        return "\(bytes) shown as “\u{FFFD}”"
    }

    private mutating func add(_ byte: UInt8) {
        if pending > 0 {
            if (lowest...highest).contains(byte) {
                pending -= 1
                (lowest, highest) = (0x80, 0xBF)
                if pending == 0 { sequences += 1 }
                return
            }
            pending = 0
            (lowest, highest) = (0x80, 0xBF)
            invalidBytes += 1
        }
        switch byte {
        case 0x81, 0x8D, 0x8F, 0x90, 0x9D: undefinedBytes += 1
        default: break
        }
        switch byte {
        case 0..<0x80: break
        case 0xC2...0xDF: pending = 1
        case 0xE0: (pending, lowest) = (2, 0xA0)
        case 0xED: (pending, highest) = (2, 0x9F)
        case 0xE1...0xEF: pending = 2
        case 0xF0: (pending, lowest) = (3, 0x90)
        case 0xF4: (pending, highest) = (3, 0x8F)
        case 0xF1...0xF3: pending = 3
        default: invalidBytes += 1
        }
    }

    private static func mark(of bytes: [UInt8]) -> TableEncoding? {
        // The rest of a text in UTF-8 shows whether some bytes are damaged.
        if let marked = TableEncoding(markOf: bytes) { return marked == .utf8 ? nil : marked }
        guard bytes.count >= 8 else { return nil }
        let odd = stride(from: 1, to: bytes.count, by: 2).count { bytes[$0] == 0 }
        let even = stride(from: 0, to: bytes.count, by: 2).count { bytes[$0] == 0 }
        if odd * 5 > bytes.count, even * 20 < bytes.count { return .utf16LittleEndian }
        if even * 5 > bytes.count, odd * 20 < bytes.count { return .utf16BigEndian }
        // Letters such as those of Greek and Cyrillic have few zeros, but the same low numbers in every other byte.
        let isLittle = areLow(bytes, from: 1)
        return isLittle == areLow(bytes, from: 0) ? nil : isLittle ? .utf16LittleEndian : .utf16BigEndian
    }

    /// Whether nearly all of every other byte are control characters that no text has.
    private static func areLow(_ bytes: [UInt8], from start: Int) -> Bool {
        let low = stride(from: start, to: bytes.count, by: 2).count { bytes[$0] < 8 }
        return low * 20 >= (bytes.count - start) / 2 * 19
    }
}
