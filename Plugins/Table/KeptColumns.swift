import AggSource

/// What a refresh keeps from the earlier ones in the state: the columns, in order, and the key if it was detected.
struct KeptColumns {
    /// The names of the columns; nil before the first refresh.
    var columns: [String]?
    /// The columns of the detected key; nil if the key is configured or unknown.
    var key: [String]?

    private static let (columnsState, keyState) = ("columns", "key")

    /// Reads what an earlier refresh has kept.
    init(_ state: FetchState?) {
        func names(_ name: String) -> [String]? { state?.values[name]?.split(separator: ",").map(String.init) }
        (columns, key) = (names(Self.columnsState), names(Self.keyState))
    }

    /// The state for the next refresh; nil if there is nothing to keep.
    func state(_ validators: Validators?, digest: String?) -> FetchState? {
        var state = FetchState(validators, digest: digest) ?? FetchState()
        func set(_ name: String, _ names: [String]?) {
            if let names, !names.isEmpty { state.values[name] = names.joined(separator: ",") }
        }
        set(Self.columnsState, columns)
        set(Self.keyState, key)
        return state.values.isEmpty ? nil : state
    }

    /// Detected columns in the order of the earlier refreshes and then the new ones, so that no row changes only because
    /// the table has its columns in another order.
    mutating func ordered(_ found: [Column]) -> [Column] {
        let known = columns ?? []
        let places = Dictionary(known.enumerated().map { ($1, $0) }) { first, _ in first }
        let former = found.compactMap { column in places[column.name].map { (place: $0, column: column) } }
        let new = found.filter { places[$0.name] == nil }
        columns = known + new.map(\.name)
        return former.sorted { $0.place < $1.place }.map(\.column) + new
    }
}
