import AggStorage
import Testing

struct CSVTextTests {
    @Test(arguments: [
        [["a", "b"], ["", ""]], [["a,b", "\"", "\r\n", " "]],
        // Read as a quote with an accent, it would be no quote to double.
        [["\"\u{301}", "x"]],
        // A line without anything is no row, so that one empty cell has to be quoted.
        [["heading"], [""], ["last"]], [[""]],
        // Readers take a byte order mark away from the beginning of a text.
        [["\u{FEFF}", "b"]],
    ])
    func `what is written comes back exactly`(rows: [[String]]) {
        #expect(CSVText.read(CSVText.write(rows)).map(\.cells) == rows)
    }
}
