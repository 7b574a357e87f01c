import AggSource
import TestSupport
import Testing

/// Texts with random faults: nothing crashes, and both readers agree.
struct JSONMutationTests {
    private static let seed = Array(
        #"[{"name":"Łódź \u00e9\n","coord":{"lon":19.46667,"lat":51.75},"n":-1e3,"ok":[true,false,null,"🎉"]},12,"",[[]]]"#
            .utf8)

    @Test(arguments: 1...4)
    func `both readers accept or both reject a mutated text`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<3_000 {
            let bytes = mutated(&random)
            let whole = try? JSONValue(parsing: bytes).arrayValue
            // Objects on separate lines are a list, but not a JSON text.
            guard bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "[") else { continue }
            let items = try? read(bytes, piece: Int.random(in: 1...40, using: &random)).items
            if items != whole { Issue.record("the readers differ over \(String(decoding: bytes, as: UTF8.self))") }
        }
    }

    @Test(arguments: 5...6)
    func `what it reads survives a round trip`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<3_000 {
            guard let value = try? JSONValue(parsing: mutated(&random)) else { continue }
            let text = value.text
            #expect(try JSONValue(parsing: text).text == text)
        }
    }

    @Test func `rejects a text truncated anywhere`() {
        for length in 0..<Self.seed.count {
            #expect(throws: JSONError.self) { try JSONValue(parsing: Self.seed[..<length]) }
            #expect(throws: JSONError.self) { try read(Array(Self.seed[..<length])) }
        }
    }

    private func mutated(_ random: inout SeededGenerator) -> [UInt8] {
        var bytes = Self.seed
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.remove(at: index)
            case 2: bytes.insert(Array(#"{}[],:"\e0.-"#.utf8).randomElement(using: &random) ?? 0, at: index)
            default: bytes.swapAt(index, Int.random(in: 0..<bytes.count, using: &random))
            }
        }
        return bytes
    }
}
