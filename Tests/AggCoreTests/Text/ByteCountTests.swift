import AggSource
import Testing

@Suite struct ByteCountTests {
    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1_000, "1 kB"), (1_024, "1 kB"), (1_500, "1.5 kB"), (1_099, "1 kB"),
        (1_127, "1.1 kB"), (100_000, "100 kB"), (149_999, "149 kB"), (999_999, "999 kB"), (1_000_000, "1 MB"),
        (1 << 20, "1 MB"), (19_416_653, "19.4 MB"), (512_000_000, "512 MB"), (1_000_000_000, "1 GB"),
        (.max, "9223372036 GB"),
    ])
    func `writes a number of bytes in its largest fitting unit`(count: Int, text: String) {
        #expect(ByteCount.text(count) == text)
    }

    @Test(arguments: [
        ("0", 0), ("17", 17), ("17B", 17), ("64kB", 64_000), ("64KB", 64_000), ("64 kb", 64_000),
        ("512MB", 512_000_000),
        ("1GB", 1_000_000_000),
    ])
    func `reads a size`(text: String, count: Int) {
        #expect(ByteCount.parse(text) == count)
    }

    @Test(arguments: [
        "", "MB", "-1", "1.5MB", "1TB", "1 M B", " 1", "1e3", "1000000000000", "999999999999GB",
        "99999999999999999999",
    ])
    func `rejects any other text`(text: String) {
        #expect(ByteCount.parse(text) == nil)
    }
}
