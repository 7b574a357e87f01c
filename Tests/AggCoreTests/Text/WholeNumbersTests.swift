import AggSource
import Testing

@Suite struct WholeNumbersTests {
    @Test(arguments: [
        (0.0, 0), (2.9, 2), (-2.9, -2), (1e300, Int.max), (-1e300, Int.min), (9_223_372_036_854_775_808, Int.max),
        (.infinity, Int.max), (-.infinity, Int.min), (.nan, 0), (-9_007_199_254_740_992, -9_007_199_254_740_992),
    ])
    func `clamps a number that does not fit`(number: Double, expected: Int) {
        #expect(Int(clamping: number) == expected)
    }

    @Test func `narrow numbers have their own bounds`() {
        #expect(UInt8(clamping: 256.0) == 255)
        #expect(UInt8(clamping: -1.0) == 0)
        #expect(Int32(clamping: 3e9) == .max)
        #expect(UInt64(clamping: 1e300) == .max)
    }

    @Test func `clamps a duration too`() {
        #expect(Duration.seconds(clamping: 1.5) == .milliseconds(1_500))
        #expect(Duration.seconds(clamping: -0.25) == .milliseconds(-250))
        #expect(Duration.seconds(clamping: 1e300) == .seconds(1_000_000_000_000))
        #expect(Duration.seconds(clamping: -.infinity) == .seconds(-1_000_000_000_000))
        #expect(Duration.seconds(clamping: .nan) == .zero)
    }
}
