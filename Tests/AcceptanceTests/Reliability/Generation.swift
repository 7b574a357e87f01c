import AggTesting

/// A list of cities whose records are marked with its generation, so that a mixture of two is visible.
struct Generation {
    let number: Int
    /// The number of ids to choose from; each generation uses four of every five, different ones each time.
    let size: Int

    /// The number of rows.
    var count: Int { ids.count }
    var json: String { CityList.list(ids.map { CityList.city($0, "Place \($0) gen\(number)x", "US", 1, 2) }) }

    private var ids: [Int] { (1...size).filter { ($0 + number) % 5 != 0 } }

    /// The generation of some rows; nil if they are a mixture or incomplete.
    static func number(of titles: [String], size: Int) -> Int? {
        let marks = Set(titles.map { $0.split(separator: " ").last ?? "" })
        guard marks.count == 1, let mark = marks.first, let number = Int(mark.dropFirst(3).dropLast()),
            Set(titles).count == titles.count, Generation(number: number, size: size).count == titles.count
        else { return nil }
        return number
    }

    /// Starts a server with another generation for each request, which `calls` counts.
    static func server(size: Int, _ calls: Changing<Int> = Changing(0)) async throws -> LoopbackServer {
        try await LoopbackServer.start { _ in
            let number = calls.change { count -> Int in
                count += 1
                return count
            }
            return .json(Generation(number: number, size: size).json)
        }
    }
}
