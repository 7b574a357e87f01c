import AggSource

/// How large a city is, from its population in GeoNames, and its state if it is in the USA or Canada.
///
/// `Docs/Tools/make-city-sizes` writes `Resources/sizes.bin` and describes its format. The file lists every city with
/// bundled facts, so ``LargeCities`` and ``LargeCityNames`` apply only to cities that have a size.
struct CitySize {
    /// The GeoNames id of the city.
    let id: Int64
    /// The prominence by population: 3 for 200,000 people or more, 2 for 50,000, 1 for 15,000, otherwise 0.
    ///
    /// If several cities with the same name would have the same prominence, the largest one has one more, unless another
    /// city with this name already has that prominence.
    let prominence: Int
    /// The state or province in ISO 3166-2, without the hyphen: `USCA`; `----` in other countries.
    let state: String

    /// Returns the size of the city with a GeoNames id; nil if no city with this id is listed near the coordinate.
    ///
    /// The ids of other lists may be the same numbers, but for other places.
    static func of(_ id: Int64, at coordinate: Coordinate?) -> CitySize? {
        guard let listed = UInt32(exactly: id).flatMap({ listedByID[$0] }), let coordinate,
            listed.cell.touches(CityCell(of: coordinate))
        else { return nil }
        let group = groups[Int(listed.group)]
        return CitySize(id: id, prominence: group.prominence, state: group.state)
    }

    private static let (groups, listedByID): ([Group], [UInt32: Listed]) = {
        var bytes = PackageResources.sizes_bin[...]
        var groups: [Group] = []
        var listedByID: [UInt32: Listed] = [:]
        listedByID.reserveCapacity(40_000)
        while let digit = bytes.popFirst() {
            let group = UInt8(truncatingIfNeeded: groups.count)
            let prominence = Int(digit) - Int(UInt8(ascii: "0"))
            groups.append(Group(prominence: prominence, state: String(decoding: bytes.prefix(4), as: UTF8.self)))
            bytes.removeFirst(4)
            var id: UInt32 = 0
            for _ in 0..<number(&bytes) {
                id += number(&bytes)
                guard let row = bytes.popFirst(), let column = bytes.popFirst() else { break }
                listedByID[id] = Listed(group: group, cell: CityCell(row: row, column: column))
            }
        }
        return (groups, listedByID)
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

    /// What cities of the same size in the same state have in common.
    private struct Group {
        let prominence: Int
        let state: String
    }

    /// What the file says about a city.
    private struct Listed {
        let group: UInt8
        let cell: CityCell
    }
}
