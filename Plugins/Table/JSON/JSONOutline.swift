import AggSource

/// Finds the lists in JSON text that arrives in pieces, without keeping their contents.
struct JSONOutline {
    /// An array that is nested only in objects, or one of the first items of the top-level array.
    struct List {
        /// The names of the members that lead to it; empty for the top-level value.
        let path: [String]
        /// The range of its bytes in the text.
        var range: Range<Int>
        /// The number of items that are objects.
        var objects = 0
        /// The number of items that are arrays.
        var arrays = 0
        /// The number of items.
        var items = 0
        /// The number of items in the first item, if that is an array.
        var width = 0
    }

    /// An object that is nested only in objects.
    struct Object {
        /// The names of the members that lead to it; empty for the top-level value.
        let path: [String]
        /// The number of members.
        var members = 0
        /// The numbers of members that are arrays and objects.
        var arrays = 0
        var objects = 0
        /// The number of members whose name is a whole number.
        var numbered = 0
    }

    private struct Level {
        let isObject: Bool
        /// The name of the current member.
        var name = ""
        var expectsName: Bool
        /// The list among ``lists``; nil for an object and for an array inside an array.
        var list: Int?
        /// The object among ``objects``; nil for an array and for an object inside an array.
        var object: Int?
    }

    /// The lists, in order.
    private(set) var lists: [List] = []
    /// The first objects, in order.
    private(set) var objects: [Object] = []
    /// The numbers of objects and of values at the top level.
    private(set) var topObjects = 0
    private(set) var topValues = 0
    /// The numbers of members, and of members that are objects, in the first top-level object.
    private(set) var members = 0
    private(set) var memberObjects = 0

    /// The name or number of the reference of the coordinates, as old GeoJSON and Esri JSON have it; nil if there is none.
    private(set) var reference: String?

    private var levels: [Level] = []
    private var position = 0
    private var isInString = false
    private var isEscaped = false
    private var isInScalar = false
    private var string: [UInt8] = []

    private static let mostLists = 64
    private static let mostParts = 3
    private static let mostObjects = 64
    private static let deepestPath = 12
    private static let references = [["crs", "properties", "name"], ["crs", "properties", "code"]]

    /// Reads the next piece.
    mutating func push(_ piece: [UInt8]) {
        for byte in piece {
            step(byte)
            position += 1
        }
    }

    /// The list of rows in a top-level array that otherwise has facts about them, as in `[{"total": 2}, [{…}, {…}]]`; nil if there is
    /// none.
    var listBesideFacts: List? {
        guard let top = lists.first, top.path.isEmpty, (2...Self.mostParts).contains(top.items), top.arrays == 1,
            top.objects == top.items - 1
        else { return nil }
        return lists.first { $0.path.count == 1 && $0.objects == $0.items && $0.items > 0 }
    }

    /// Whether the text ends inside a value.
    var isCut: Bool { !levels.isEmpty || isInString }

    /// The path of a list, as written in configurations.
    static func path(_ names: [String]) -> String { names.joined(separator: ".") }

    private mutating func step(_ byte: UInt8) {
        if isInString { return stepInString(byte) }
        switch byte {
        case UInt8(ascii: "\""):
            isInString = true
            string.removeAll(keepingCapacity: true)
            if levels.last?.expectsName != true { beginValue(UInt8(ascii: "\"")) }
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            beginValue(byte)
            open(isObject: byte == UInt8(ascii: "{"))
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            endScalar()
            close()
        case UInt8(ascii: ","):
            endScalar()
            if levels.last?.isObject == true { levels[levels.count - 1].expectsName = true }
        case UInt8(ascii: ":"):
            if levels.last?.isObject == true { levels[levels.count - 1].expectsName = false }
        case 9, 10, 13, 32, 0x1E: endScalar()
        default:
            if !isInScalar {
                string.removeAll(keepingCapacity: true)
                beginValue(byte)
            }
            isInScalar = true
            if string.count < 200 { string.append(byte) }
        }
    }

    private mutating func endScalar() {
        if isInScalar { endValue() }
        isInScalar = false
    }

    /// Keeps a value that has just ended if it is the reference of the coordinates.
    private mutating func endValue() {
        if levels.count == 2, levels[0].name == "spatialReference", ["wkid", "latestWkid"].contains(levels[1].name) {
            reference = "EPSG:\(String(decoding: string, as: UTF8.self))"
        }
        guard levels.count == 3, levels[0].name == "crs", Self.references.contains(levels.map(\.name)) else { return }
        let text = String(decoding: string, as: UTF8.self)
        reference = levels[2].name == "code" ? "EPSG:\(text)" : text
    }

    private mutating func stepInString(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isInString = false
            if let last = levels.indices.last, levels[last].expectsName {
                levels[last].name = String(decoding: string, as: UTF8.self)
            } else {
                endValue()
            }
            return
        }
        if string.count < 200 { string.append(byte) }
    }

    private mutating func beginValue(_ byte: UInt8) {
        let isObject = byte == UInt8(ascii: "{")
        guard let level = levels.last else {
            topValues += 1
            if isObject { topObjects += 1 }
            return
        }
        if level.isObject {
            if let object = level.object {
                objects[object].members += 1
                if isObject { objects[object].objects += 1 }
                if byte == UInt8(ascii: "[") { objects[object].arrays += 1 }
                if level.name.utf8.allSatisfy(\.isASCIIDigit), !level.name.isEmpty { objects[object].numbered += 1 }
            }
            if levels.count == 1, topValues == 1 {
                members += 1
                if isObject { memberObjects += 1 }
            }
        } else if let list = level.list {
            lists[list].items += 1
            if isObject { lists[list].objects += 1 }
            if byte == UInt8(ascii: "[") { lists[list].arrays += 1 }
        } else if let list = levels.dropLast().last?.list, lists[list].items == 1 {
            lists[list].width += 1
        }
    }

    private mutating func open(isObject: Bool) {
        var list: Int?
        if !isObject, levels.allSatisfy(\.isObject), levels.count <= Self.deepestPath, lists.count < Self.mostLists {
            list = lists.count
            lists.append(List(path: levels.map(\.name), range: position..<position))
        } else if !isObject, levels.count == 1, levels[0].list == 0, lists[0].items <= Self.mostParts {
            list = lists.count
            lists.append(List(path: [String(lists[0].items - 1)], range: position..<position))
        }
        var object: Int?
        if isObject, objects.count < Self.mostObjects, levels.count <= 3, levels.allSatisfy(\.isObject) {
            object = objects.count
            objects.append(Object(path: levels.map(\.name)))
        }
        levels.append(Level(isObject: isObject, expectsName: isObject, list: list, object: object))
    }

    private mutating func close() {
        guard let level = levels.popLast() else { return }
        if let list = level.list { lists[list].range = lists[list].range.lowerBound..<position + 1 }
    }
}
