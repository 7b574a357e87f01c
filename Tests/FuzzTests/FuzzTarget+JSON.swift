import AggSource

extension FuzzTarget {
    private static let documents = [
        #"[{"_id":1,"name":"Lon\u0064on","coord":{"lon":-0.12574,"lat":51.5e0}},{"a":[null,true,false,1e400,-0]}]"#,
        #"{"items":[{"a":"é\ud83d\ude00"}],"n":9007199254740993,"m":{}}"#, "[[[[]]]]", #""""#,
    ]

    static let json = [
        FuzzTarget(name: "json", seeds: documents) { bytes throws(BrokenPromise) in
            guard let value = try? JSONValue(parsing: bytes) else { return }
            let text = value.text
            try BrokenPromise.unless((try? JSONValue(parsing: text))?.text == text, "\(text) reads otherwise")
        },
        FuzzTarget(name: "json-items", seeds: documents) { bytes throws(BrokenPromise) in
            // The items are the same however the bytes are split.
            for member in [nil, "items"] {
                let whole = items(bytes, member: member, piece: max(1, bytes.count))
                let pieces = items(bytes, member: member, piece: 1 + Int(bytes.first ?? 0) % 7)
                try BrokenPromise.unless(whole == pieces, "cut in pieces it reads otherwise: \(whole) \(pieces)")
            }
        },
    ]

    /// The items of a document that arrives in pieces, and the error at its end.
    private static func items(_ bytes: [UInt8], member: String?, piece: Int) -> [String] {
        var reader = JSONItemReader(member: member)
        var found: [String] = []
        do {
            for start in stride(from: 0, to: bytes.count, by: piece) {
                let part = Array(bytes[start..<min(bytes.count, start + piece)])
                try reader.push(part.span) { value, _ in found.append("\(value)") }
            }
            try reader.finish()
        } catch {
            found.append("\(error)")
        }
        return found
    }
}
