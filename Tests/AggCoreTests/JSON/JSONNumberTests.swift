import AggSource
import TestSupport
import Testing

struct JSONNumberTests {
    @Test(
        arguments: [
            ("0", 0), ("7", 7), ("-12", -12), ("9007199254740993", 9_007_199_254_740_993),
            ("9223372036854775807", .max), ("-9223372036854775808", .min),
            ("123456789012345678", 123_456_789_012_345_678),
        ] as [(String, Int64)])
    func `reads a whole number of 64 bits as an integer`(text: String, number: Int64) throws {
        #expect(try JSONValue(parsing: text) == .integer(number))
    }

    @Test(
        arguments: [
            ("28.0", 28), ("-0.12574", -0.12574), ("51.50853", 51.50853), ("1e2", 100), ("1E+2", 100), ("25e-1", 2.5),
            ("0.1", 0.1),
            ("1e22", 1e22), ("1e23", 1e23), ("5e-324", .leastNonzeroMagnitude),
            ("1.7976931348623157e308", .greatestFiniteMagnitude),
            ("10000000000000000000", 1e19), ("0.30000000000000004", 0.30000000000000004), ("0e999", 0), ("-0", -0.0),
            ("-0.0", -0.0),
            ("2.2250738585072014e-308", .leastNormalMagnitude), ("123456789012345.6", 123456789012345.6),
            ("0.000000000000000000000000000001", 1e-30), ("100000000000000000000000", 1e23),
        ] as [(String, Double)])
    func `reads a number that a double represents as a decimal`(text: String, number: Double) throws {
        let value = try JSONValue(parsing: text)
        #expect(value == .decimal(number))
        #expect(value.doubleValue?.sign == number.sign)
    }

    @Test(arguments: [
        "12345678901234567890", "9223372036854775808", "-9223372036854775809", "1e999", "-1e400", "1e-400",
        "0.1000000000000000055511151231257827",
        "3.14159265358979323846", "9007199254740993.0", "1e99999999999999999999", "1.55e-9223372036854775807",
        "40.758895000000003",
    ])
    func `keeps a number with more digits as text`(text: String) throws {
        #expect(try JSONValue(parsing: text) == .number(text))
        #expect(try JSONValue(parsing: "[\(text)]").text == "[\(text)]")
    }

    @Test func `any double survives a round trip`() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<20_000 {
            let number = Double(bitPattern: random.next())
            guard number.isFinite else { continue }
            let read = try JSONValue(parsing: JSONValue.decimal(number).text)
            if read.doubleValue?.bitPattern != number.bitPattern { Issue.record("\(number) is read as \(read)") }
        }
    }

    @Test func `rounds short decimals like the standard library`() throws {
        var random = SeededGenerator(seed: 12)
        for _ in 0..<20_000 {
            let digits = Int.random(in: 0..<1_000_000_000_000_000, using: &random)
            let text = "\(digits % 180).\(digits / 180)e\(Int.random(in: -30...30, using: &random))"
            let read = try JSONValue(parsing: text).doubleValue
            if read != Double(text) { Issue.record("\(text) is read as \(String(describing: read))") }
        }
    }
}
