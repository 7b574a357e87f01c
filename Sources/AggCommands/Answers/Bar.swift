import AggCore

/// A horizontal bar of block characters, as long as its number in eighths of a column.
enum Bar {
    private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

    /// The bar of a number where the greatest fills the width; what is more than nothing is seen.
    static func text(_ number: Double, of greatest: Double, width: Int) -> String {
        guard number > 0, greatest > 0, number.isFinite, greatest.isFinite else { return "" }
        let length = max(1, Int(clamping: (number / greatest * Double(width * 8)).rounded()))
        return String(repeating: "█", count: length / 8) + eighths[length % 8]
    }
}
