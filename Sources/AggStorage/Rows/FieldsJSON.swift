package import AggSource

/// The fields of a record as one JSON object, in column order and with all types preserved.
///
/// Texts, integers, Booleans, and lists are the corresponding JSON values. A decimal always has a point or an exponent.
/// A date is `{"date": "2024-03-05"}`, and a decimal that is not finite is `{"decimal": "inf"}`: fields contain no
/// other objects. A name that occurs twice is written twice.
package enum FieldsJSON {
    /// Writes fields as an object.
    package static func write(_ fields: [Record.Field], to writer: inout JSONWriter) {
        writer.object { writer in
            for field in fields { writer.member(field.name, json(field.value)) }
        }
    }

    /// Writes a list of texts.
    package static func write(_ texts: [String], to writer: inout JSONWriter) {
        writer.array { for text in texts { $0.write(text) } }
    }

    /// Fields as JSON bytes.
    package static func bytes(_ fields: [Record.Field]) -> [UInt8] {
        var writer = JSONWriter()
        write(fields, to: &writer)
        return writer.bytes
    }

    /// A list of texts as JSON bytes.
    package static func bytes(_ texts: [String]) -> [UInt8] {
        var writer = JSONWriter()
        write(texts, to: &writer)
        return writer.bytes
    }

    /// Parses fields.
    ///
    /// - Throws: `DamagedRecord` for anything not written by `write`.
    package static func fields(_ json: JSONValue) throws(DamagedRecord) -> [Record.Field] {
        guard let members = json.objectValue?.members else { throw DamagedRecord() }
        var fields: [Record.Field] = []
        fields.reserveCapacity(members.count)
        for member in members { fields.append(Record.Field(member.name, try value(member.value))) }
        return fields
    }

    /// Parses a list of texts.
    ///
    /// - Throws: `DamagedRecord` for anything else.
    package static func texts(_ json: JSONValue) throws(DamagedRecord) -> [String] {
        guard let elements = json.arrayValue else { throw DamagedRecord() }
        var texts: [String] = []
        for element in elements {
            guard let text = element.stringValue else { throw DamagedRecord() }
            texts.append(text)
        }
        return texts
    }

    /// Writes one value.
    package static func json(_ value: FieldValue) -> JSONValue {
        switch value {
        case .text(let text): .string(text)
        case .integer(let number): .integer(number)
        case .decimal(let number) where number.isFinite: .number(number.description)
        case .decimal(let number): .object(["decimal": .string(number.description)])
        case .boolean(let flag): .boolean(flag)
        case .date(let date): .object(["date": .string(date.text)])
        case .list(let items): .array(items.map(JSONValue.string))
        }
    }

    /// Parses one value.
    ///
    /// - Throws: `DamagedRecord` for anything not written by `write`.
    package static func value(_ json: JSONValue) throws(DamagedRecord) -> FieldValue {
        switch json {
        case .string(let text): return .text(text)
        case .integer(let number): return .integer(number)
        case .decimal(let number): return .decimal(number)
        case .boolean(let flag): return .boolean(flag)
        case .array: return .list(try texts(json))
        case .object(let object):
            if let date = object["date"]?.stringValue { return .date(RecordDate(canonical: date)) }
            if let number = object["decimal"]?.stringValue.flatMap(Double.init) { return .decimal(number) }
            throw DamagedRecord()
        case .number(let text):
            guard let number = Double(text) else { throw DamagedRecord() }
            return .decimal(number)
        case .null: throw DamagedRecord()
        }
    }
}

extension FieldsJSON {
    /// A fetch state as an object of texts, sorted by name.
    package static func text(_ state: FetchState) -> String {
        let members = state.values.sorted { $0.key < $1.key }
        return JSONValue.object(JSONObject(members.map { JSONObject.Member($0.key, .string($0.value)) })).text
    }

    /// Parses a fetch state.
    ///
    /// - Throws: `JSONError` if the text is not JSON.
    package static func fetchState(_ text: String) throws(JSONError) -> FetchState {
        var state = FetchState()
        for member in try JSONValue(parsing: text).objectValue?.members ?? [] {
            state.values[member.name] = member.value.stringValue
        }
        return state
    }
}

/// A stored record that is not in the form in which it was written.
package struct DamagedRecord: Error {
    /// Creates the error.
    package init() {}
}
