/// A list of cities in which every record says of which generation it is; a mixture of two shows.
struct Generation {
    let number: Int
    /// From how many ids it takes its own: four of five, other ones in each generation.
    let size: Int

    /// The rows there are.
    var count: Int { ids.count }
    var json: String { CityList.list(ids.map { CityList.city($0, "Place \($0) gen\(number)x", "US", 1, 2) }) }

    private var ids: [Int] { (1...size).filter { ($0 + number) % 5 != 0 } }

    /// The generation that rows are of: nil where they are a mixture, or not all of it.
    static func number(of titles: [String], size: Int) -> Int? {
        let marks = Set(titles.map { $0.split(separator: " ").last ?? "" })
        guard marks.count == 1, let mark = marks.first, let number = Int(mark.dropFirst(3).dropLast()),
            Set(titles).count == titles.count, Generation(number: number, size: size).count == titles.count
        else { return nil }
        return number
    }
}
