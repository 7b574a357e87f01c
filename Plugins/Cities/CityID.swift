import AggSource

/// The id of a city: a whole number, in GeoNames' numbering where the list keeps to it.
struct CityID {
    /// The number.
    let number: Int64

    /// Reads the id of an item, a number or a numeric text; nil when the item has none.
    init?(of city: JSONObject) throws(MappingFault) {
        guard let value = city["_id"] ?? city["id"], !value.isNull else { return nil }
        let number: Int64? =
            switch value {
            case .string(let text): Int64(text)
            default: value.intValue.map(Int64.init)
            }
        guard let number else { throw MappingFault("has an id that is no whole number") }
        self.number = number
    }

    /// The key of the record.
    var key: String { String(number) }
}
