import AggStorage
import Testing

struct CSVTextTests {
    @Test(arguments: [
        [["a", "b"], ["", ""]], [["a,b", "\"", "\r\n", " "]],
        // Read as one character with its accent, the quote would not be doubled.
        [["\"\u{301}", "x"]],
        // An empty line is not a row, so a single empty cell must be quoted.
        [["heading"], [""], ["last"]], [[""]],
        // Readers remove a byte order mark from the start of a text.
        [["\u{FEFF}", "b"]],
    ])
    func `reads back exactly what it wrote`(rows: [[String]]) {
        #expect(CSVText.read(CSVText.write(rows)).map(\.cells) == rows)
    }
}
