import AggSource
import Testing

@Suite struct ASCIITests {
    @Test func `distinguishes ASCII digits and letters from all other bytes`() {
        let bytes = UInt8.min...UInt8.max
        #expect(bytes.filter(\.isASCIIDigit) == Array("0123456789".utf8))
        #expect(bytes.filter(\.isASCIILowercase) == Array("abcdefghijklmnopqrstuvwxyz".utf8))
        #expect(
            bytes.filter(\.isASCIILetter) == Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8))
        #expect(bytes.filter(\.isASCIIAlphanumeric) == bytes.filter { $0.isASCIIDigit || $0.isASCIILetter })
    }

    @Test(arguments: ["²", "٣", "３", "½", "Ⅷ", "é", "ß", "-", "_", " ", "\r\n", "3\u{301}"] as [Character])
    func `counts no other character as a digit or letter`(character: Character) {
        #expect(!character.isASCIIDigit)
        #expect(!character.isASCIIAlphanumeric)
    }
}
