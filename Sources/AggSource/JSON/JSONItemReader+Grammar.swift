/// The grammar outside the elements.
extension JSONItemReader {
    /// The maximum number of members besides the list: a dictionary of rows would fill the memory.
    private static let mostMembers = 1_000

    /// Reads one byte between elements and returns whether it starts an element.
    mutating func begins(_ byte: UInt8, at offset: Int) throws(JSONError) -> Bool {
        if byte.isJSONBlank {
            if byte == UInt8(ascii: "\n"), case .lines = place { place = .lines(onNewLine: true) }
            return false
        }
        switch place {
        case .beginning(let markBytes): return try open(byte, at: offset, markBytes)
        case .beforeItem(let mayClose):
            switch byte {
            case UInt8(ascii: "]") where mayClose: closeList()
            case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"):
                let reason = mayClose ? "a value is missing after ‘[’" : "a value is missing after ‘,’"
                throw JSONError(reason, offset: offset, item: count + 1)
            default: return true
            }
        case .behindItem:
            switch byte {
            case UInt8(ascii: ","): place = .beforeItem(mayClose: false)
            case UInt8(ascii: "]"): closeList()
            default: throw JSONError("‘,’ or ‘]’ is missing after item \(count)", offset: offset)
            }
        case .lines(let onNewLine):
            guard onNewLine else {
                throw JSONError("there is more text after item \(count) on the same line", offset: offset)
            }
            guard byte == UInt8(ascii: "{") || hasArrayLines && byte == UInt8(ascii: "[") else {
                throw JSONError("expected an object, found \(Self.kind(byte))", offset: offset, item: count + 1)
            }
            return true
        case .beforeName(let mayClose):
            if byte == UInt8(ascii: "}"), mayClose {
                closeObject()
                return false
            }
            guard byte == UInt8(ascii: "\"") else { throw JSONError("a member's name is not quoted", offset: offset) }
            return true
        case .behindName(let name):
            guard byte == UInt8(ascii: ":") else { throw JSONError("‘:’ is missing after ‘\(name)’", offset: offset) }
            place = .beforeValue(name)
        case .beforeValue(let name): return try beginsValue(byte, of: name, at: offset)
        case .behindValue:
            switch byte {
            case UInt8(ascii: ","): place = .beforeName(mayClose: false)
            case UInt8(ascii: "}"): closeObject()
            default: throw JSONError("‘,’ or ‘}’ is missing after a member", offset: offset)
            }
        case .end: throw JSONError("there is more text after the value", offset: offset)
        }
        return false
    }

    /// Handles a complete element; returns it if it is an item.
    mutating func take(_ value: JSONValue, _ offset: Int) throws(JSONError) -> JSONValue? {
        switch place {
        case .beforeItem:
            place = .behindItem
            return value
        case .lines:
            place = .lines(onNewLine: false)
            return value
        case .beforeValue(let name):
            guard members.members.count < Self.mostMembers else {
                let reason = "there are more than \(Self.mostMembers) members besides “\(member ?? "")”"
                throw JSONError(reason, offset: offset)
            }
            members[(path.prefix(depth) + [name]).joined(separator: ".")] = value
            place = .behindValue
        default:
            place = .behindName(value.stringValue ?? "")
        }
        return nil
    }

    /// Checks that the text may end here.
    func checkEnd() throws(JSONError) {
        switch place {
        case .end where member != nil && !hasReadList:
            throw JSONError("the member “\(member ?? "")” is missing", offset: consumed)
        case .end, .lines: return
        case .beginning: throw JSONError("the text is empty", offset: consumed)
        case .beforeItem, .behindItem:
            let item = count == 0 ? "" : "after item \(count), "
            throw JSONError("the text ends \(item)before the list is closed", offset: consumed)
        default: throw JSONError("the text ends before the object is closed", offset: consumed)
        }
    }

    /// Reads the first byte of the text and returns whether it starts an item.
    private mutating func open(_ byte: UInt8, at offset: Int, _ markBytes: Int) throws(JSONError) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if offset == markBytes, markBytes < mark.count, byte == mark[markBytes] {
            place = .beginning(markBytes: markBytes + 1)
            return false
        }
        let isMarkWhole = markBytes == 0 || markBytes == mark.count
        switch byte {
        case UInt8(ascii: "[") where member == nil && isMarkWhole && !hasArrayLines:
            place = .beforeItem(mayClose: true)
            return false
        case UInt8(ascii: "{") where member == nil && isMarkWhole,
            UInt8(ascii: "[") where member == nil && isMarkWhole:
            place = .lines(onNewLine: true)
            return true
        case UInt8(ascii: "{") where isMarkWhole:
            place = .beforeName(mayClose: true)
            return false
        default:
            let expected = member.map { "an object with the member “\($0)”" } ?? "an array"
            let found = isMarkWhole ? Self.kind(byte) : "an incomplete byte order mark"
            throw JSONError("expected \(expected), found \(found)", offset: offset)
        }
    }

    private mutating func beginsValue(_ byte: UInt8, of name: String, at offset: Int) throws(JSONError) -> Bool {
        guard depth < path.count, name == path[depth] else { return true }
        guard depth == path.count - 1 else {
            guard byte == UInt8(ascii: "{") else {
                throw JSONError("expected an object in the member “\(name)”, found \(Self.kind(byte))", offset: offset)
            }
            depth += 1
            place = .beforeName(mayClose: true)
            return false
        }
        guard byte == UInt8(ascii: "[") else {
            throw JSONError("expected an array in the member “\(name)”, found \(Self.kind(byte))", offset: offset)
        }
        guard !hasReadList else { throw JSONError("the member “\(name)” appears twice", offset: offset) }
        hasReadList = true
        place = .beforeItem(mayClose: true)
        return false
    }

    private mutating func closeObject() {
        place = depth == 0 ? .end : .behindValue
        depth = max(0, depth - 1)
    }

    private mutating func closeList() {
        place = member == nil ? .end : .behindValue
    }

    /// The type of value that starts with a byte, with its article.
    private static func kind(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "{"): "an object"
        case UInt8(ascii: "["): "an array"
        case UInt8(ascii: "\""): "a string"
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): "a number"
        case UInt8(ascii: "t"), UInt8(ascii: "f"): "a boolean"
        case UInt8(ascii: "n"): "null"
        default: JSONError.character(byte)
        }
    }
}
