package import AggSource

extension LoadProgress {
    /// The step in a few words, such as `5 MB of 20 MB`.
    package var text: String {
        switch self {
        case .bytes(let received, let expected):
            ByteCount.text(received) + (expected.map { " of \(ByteCount.text($0))" } ?? "")
        case .records(let count): count == 1 ? "1 record" : "\(count) records"
        case .waiting(let reason, let seconds): "\(reason), waiting \(seconds) s"
        case .committing: "storing"
        }
    }
}
