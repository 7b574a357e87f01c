/// The table of results: each benchmark with its figure, the peer's figure, and the limit.
struct Report {
    private var rows: [[String]] = []
    /// Peers that are not installed and therefore missing from the table.
    private var absent: [String] = []

    /// Adds a figure of agg and that of a peer.
    mutating func add(_ what: String, _ figure: String, _ peer: String, ratio: Double, atMost limit: Double? = nil) {
        let wanted = limit.map { "\(text($0)) x" } ?? ""
        let verdict = limit.map { ratio <= $0 ? "yes" : "no" } ?? ""
        rows.append([what, figure, peer, "\(text(ratio)) x", wanted, verdict])
        show()
    }

    /// Adds a figure with its own limit.
    mutating func add(_ what: String, _ figure: String, wanted: String = "", isReached: Bool? = nil) {
        rows.append([what, figure, "", "", wanted, isReached.map { $0 ? "yes" : "no" } ?? ""])
        show()
    }

    mutating func note(absent peer: String) {
        if !absent.contains(peer) { absent.append(peer) }
    }

    var table: String {
        let lines =
            [["benchmark", "agg", "compared with", "ratio", "limit", "met"], [String](repeating: "---", count: 6)]
            + rows
        let table = lines.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
        return absent.isEmpty ? table : table + "\n\nNot installed, so skipped: \(absent.joined(separator: ", "))."
    }

    /// Shows each row as soon as it is measured, since a run takes minutes.
    private func show() {
        if let last = rows.last { progress(last.filter { !$0.isEmpty }.joined(separator: "; ")) }
    }
}
