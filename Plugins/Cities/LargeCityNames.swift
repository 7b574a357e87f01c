/// Other names of large cities: English, local, and former ones.
///
/// `Resources/names.txt` has a line for each city, which tells where the names come from.
enum LargeCityNames {
    /// The other names of a city that a list spells as `title`; none for most.
    static func names(of id: Int64, besides title: String) -> [String] {
        (names[id] ?? []).filter { $0 != title }
    }

    /// The names by the ids; the spelling of the list is one of them, since other lists spell the city in another way.
    private static let names: [Int64: [String]] = {
        var names: [Int64: [String]] = [:]
        let lines = String(decoding: PackageResources.names_txt, as: UTF8.self).split(separator: "\n")
        names.reserveCapacity(lines.count)
        for line in lines where !line.hasPrefix("#") {
            let fields = line.split(separator: "|").map(String.init)
            guard let id = fields.first.flatMap(Int64.init) else { continue }
            // What people look for comes first, the list's own spelling last.
            names[id] = Array(fields.dropFirst(2)) + fields.dropFirst().prefix(1)
        }
        return names
    }()
}
