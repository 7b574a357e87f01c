import AggCore
import Testing

@Suite struct ByteCountTests {
    @Test(arguments: [
        (0, "0 B"), (1_023, "1023 B"), (1_024, "1 kB"), (1_536, "1.5 kB"), (1_075, "1 kB"), (1_127, "1.1 kB"),
        (102_400, "100 kB"), (153_549, "149 kB"), (512 << 20, "512 MB"), (1 << 30, "1 GB"), (.max, "8589934591 GB"),
    ])
    func `writes a number of bytes in its largest fitting unit`(count: Int, text: String) {
        #expect(ByteCount.text(count) == text)
    }

    @Test(arguments: [
        ("0", 0), ("17", 17), ("17B", 17), ("64kB", 65_536), ("64KB", 65_536), ("64 kb", 65_536), ("512MB", 512 << 20),
        ("1GB", 1 << 30),
    ])
    func `reads a size`(text: String, count: Int) {
        #expect(ByteCount.parse(text) == count)
    }

    @Test(arguments: [
        "", "MB", "-1", "1.5MB", "1TB", "1 M B", " 1", "1e3", "1099511627776", "1099511627775GB",
        "99999999999999999999",
    ])
    func `reads no other text`(text: String) {
        #expect(ByteCount.parse(text) == nil)
    }
}
