/// The table: what was measured, against what, and the ratio that is wanted.
struct Report {
    private var rows: [[String]] = []
    /// Peers that are not installed, and so are not in the table.
    private var absent: [String] = []

    /// Adds a figure of agg beside that of a peer.
    mutating func add(_ what: String, _ figure: String, _ peer: String, ratio: Double, atMost limit: Double? = nil) {
        let wanted = limit.map { "\(text($0)) x" } ?? ""
        let verdict = limit.map { ratio <= $0 ? "yes" : "no" } ?? ""
        rows.append([what, figure, peer, "\(text(ratio)) x", wanted, verdict])
        show()
    }

    /// Adds a figure that has a bound of its own.
    mutating func add(_ what: String, _ figure: String, wanted: String = "", isReached: Bool? = nil) {
        rows.append([what, figure, "", "", wanted, isReached.map { $0 ? "yes" : "no" } ?? ""])
        show()
    }

    mutating func note(absent peer: String) {
        if !absent.contains(peer) { absent.append(peer) }
    }

    var table: String {
        let lines =
            [["what", "agg", "against", "ratio", "at most", "reached"], [String](repeating: "---", count: 6)] + rows
        let table = lines.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
        return absent.isEmpty ? table : table + "\n\nNot installed, and left out: \(absent.joined(separator: ", "))."
    }

    /// A run takes minutes: each row is shown when it is there.
    private func show() {
        if let last = rows.last { progress(last.filter { !$0.isEmpty }.joined(separator: "; ")) }
    }
}
