/// Small lists of cities in the format of the real one.
enum CityList {
    /// Places that share names, some with accents, one with an apostrophe.
    static let sample = list([
        city(2_643_743, "London", "GB", 51.50853, -0.12574), city(6_058_560, "London", "CA", 42.98339, -81.23304),
        city(4_119_617, "London", "US", 35.32897, -93.25296), city(2_988_507, "Paris", "FR", 48.85341, 2.3488),
        city(4_717_560, "Paris", "US", 33.66094, -95.55551), city(2_867_714, "München", "DE", 48.13743, 11.57549),
        city(3_448_439, "São Paulo", "BR", -23.5475, -46.63611),
        city(4_407_066, "Saint Louis", "US", 38.62727, -90.19789),
        city(4_251_222, "O’Fallon", "US", 38.59227, -89.91121), city(3_621_849, "San José", "CR", 9.93333, -84.08333),
        city(5_128_581, "New York", "US", 40.71427, -74.00597), city(1_850_147, "東京", "JP", 35.6895, 139.69171),
    ])

    static func city(_ id: Int, _ name: String, _ country: String, _ latitude: Double, _ longitude: Double) -> String {
        """
        {"country":"\(country)","name":"\(name)","_id":\(id),"coord":{"lon":\(longitude),"lat":\(latitude)}}
        """
    }

    static func list(_ cities: [String]) -> String {
        "[" + cities.joined(separator: ",\n") + "]"
    }

    /// A list of `count` places with plain names.
    static func plain(_ count: Int) -> String {
        list((1...count).map { city($0, "Place \($0)", "US", 1, 2) })
    }
}
