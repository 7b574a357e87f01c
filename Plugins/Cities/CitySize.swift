/// How large a city is, from its population in GeoNames, and its state if it is in the USA or Canada.
///
/// `Docs/Tools/make-city-sizes` writes `Resources/sizes.bin` and describes its format.
struct CitySize {
    /// The prominence by population: 3 for 200,000 people or more, 2 for 50,000, 1 for 15,000, otherwise 0.
    ///
    /// If several cities with the same name would have the same prominence, the largest one has one more.
    let prominence: Int
    /// The state or province in ISO 3166-2, without the hyphen: `USCA`; `----` in other countries.
    let state: String

    /// Returns the size of the city with a GeoNames id; nil if it is not listed.
    static func of(_ id: Int64) -> CitySize? {
        UInt32(exactly: id).flatMap { groupsByID[$0] }.map { groups[Int($0)] }
    }

    private static let (groups, groupsByID): ([CitySize], [UInt32: UInt8]) = {
        var bytes = PackageResources.sizes_bin[...]
        var groups: [CitySize] = []
        var groupsByID: [UInt32: UInt8] = [:]
        groupsByID.reserveCapacity(40_000)
        while let digit = bytes.popFirst() {
            let group = UInt8(truncatingIfNeeded: groups.count)
            let prominence = Int(digit) - Int(UInt8(ascii: "0"))
            groups.append(CitySize(prominence: prominence, state: String(decoding: bytes.prefix(4), as: UTF8.self)))
            bytes.removeFirst(4)
            var id: UInt32 = 0
            for _ in 0..<number(&bytes) {
                id += number(&bytes)
                groupsByID[id] = group
            }
        }
        return (groups, groupsByID)
    }()

    /// Reads an unsigned LEB128 number.
    private static func number(_ bytes: inout ArraySlice<UInt8>) -> UInt32 {
        var number: UInt32 = 0
        var shift: UInt32 = 0
        while let byte = bytes.popFirst() {
            number |= UInt32(byte & 127) << shift
            if byte < 128 { break }
            shift += 7
        }
        return number
    }
}
