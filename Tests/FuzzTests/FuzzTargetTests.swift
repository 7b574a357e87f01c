import Foundation
import TestSupport
import Testing

/// A little of `make fuzz` in every run: the seeds of the targets, unchanged and randomly mutated.
struct FuzzTargetTests {
    @Test(arguments: FuzzTarget.all)
    func `keeps its promises for mutated texts`(target: FuzzTarget) async throws {
        var choices = SeededGenerator(seed: 1)
        for seed in target.seeds.map({ Array($0.utf8) }) + [[]] {
            for round in 0..<60 {
                var bytes = seed
                for _ in 0..<round % 9 { Self.change(&bytes, &choices) }
                await #expect(throws: Never.self, "\(bytes)") { try await target.read(bytes) }
            }
        }
    }

    @Test(.enabled(if: RealData.has("hostile")), arguments: FuzzTarget.all.filter { !isTyped($0) })
    func `keeps its promises for hostile documents`(target: FuzzTarget) async throws {
        for path in RealData.files(in: "hostile") {
            await #expect(throws: Never.self, "\(path)") { try await target.read(RealData.bytes(path)) }
        }
    }

    @Test(arguments: FuzzTarget.all)
    func `keeps its promises for excessive input`(target: FuzzTarget) async throws {
        for excess in Excess.all(depth: Self.isTyped(target) ? 2_000 : 100_000) {
            await #expect(throws: Never.self, "\(excess.name)") { try await target.read(Array(excess.text.utf8)) }
        }
    }

    /// Whether a person types the input, which is then not a document and never megabytes long.
    private static func isTyped(_ target: FuzzTarget) -> Bool {
        ["query", "command-lines", "commands", "csv", "folding", "svg", "dates", "values"].contains(target.name)
    }

    private static func change(_ bytes: inout [UInt8], _ choices: inout SeededGenerator) {
        guard !bytes.isEmpty else { return bytes.append(UInt8(choices.below(256))) }
        let place = choices.below(bytes.count)
        switch choices.below(5) {
        case 0: bytes[place] = UInt8(choices.below(256))
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(UInt8(choices.below(256)), at: place)
        case 3: bytes[place] ^= 1 << UInt8(choices.below(8))
        default:
            let end = min(bytes.count, place + choices.below(40))
            bytes.insert(contentsOf: Array(bytes[place..<end]), at: choices.below(bytes.count))
        }
    }
}
