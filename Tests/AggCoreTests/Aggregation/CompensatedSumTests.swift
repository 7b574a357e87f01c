@testable import AggCore
import Testing

struct CompensatedSumTests {
    @Test func `adds and subtracts decimals without rounding errors`() {
        var sum = CompensatedSum(Array(repeating: 0.1, count: 10))
        #expect(sum.value == 1)
        for _ in 0..<10 { sum.add(-0.1) }
        #expect(sum.value == 0)
    }

    @Test func `keeps a small number beside a large one`() {
        #expect(CompensatedSum([1e16, 1, -1e16]).value == 1)
    }

    @Test func `is infinite if a number is`() {
        #expect(CompensatedSum([1, .infinity, 2]).value == .infinity)
    }
}
