@testable import AggText
import Testing

/// The forms that are written down, compared with Unicode.
struct WesternLettersTests {
    @Test(arguments: [UInt32(0xC0), 0x100, 0x140])
    func `a block that is written down is the one that Unicode defines`(first: UInt32) {
        #expect(WesternLetters.entries(from: first) == LetterTable.computed(from: first))
    }

    @Test(arguments: [UInt32(0x80), 0x180, 0x400])
    func `other blocks are computed`(first: UInt32) {
        #expect(WesternLetters.entries(from: first) == nil)
    }
}
