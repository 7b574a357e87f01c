import AggSource

extension RoleChooser {
    /// The column with both coordinates: one whose order is known, if possible.
    var place: Candidate? {
        columns.first { $0.profile.isPlace && $0.profile.pairs.isEmpty } ?? columns.first { $0.profile.isPlace }
            ?? columns.first(where: \.isListedPlace)
    }

    /// The columns of latitude and longitude whose names belong together, with one of these decimal marks.
    func pair(_ marks: [NumberText.Decimal]) -> (String, String)? {
        let known = Dictionary(columns.map { ($0.name, $0) }) { first, _ in first }
        return ColumnWords.coordinates(of: columns.map(\.name)) { latitude, longitude, isVague in
            guard let column = known[latitude], let other = known[longitude] else { return false }
            let least = latitude.hasSuffix("y") ? 1 : 6
            let isExact = [column, other].allSatisfy { $0.kind == .decimal && $0.profile.meanLength >= least }
            return (isExact || !isVague) && isDegrees(column, .latitude, 90, marks)
                && isDegrees(other, .longitude, 180, marks)
        }
    }

    private func isDegrees(
        _ column: Candidate, _ axis: CoordinateText.Axis, _ limit: Double, _ marks: [NumberText.Decimal]
    ) -> Bool {
        if column.profile.isAngle(axis, upTo: limit) { return true }
        return [.integer, .decimal].contains(column.kind) && marks.contains { column.profile.hasDegrees(axis, $0) }
    }

    /// The minimum length of coordinates in columns without labels.
    private static let leastLength = 6

    /// The columns of latitude and longitude in a table without labels, such as a list of places: two columns side by side that
    /// alone have precise decimals, all of them degrees, beside names; nil if there are none.
    var unlabeledPair: (String, String)? {
        guard columns.allSatisfy({ ColumnNames.index(ofNumbered: $0.name) != nil }), columns.contains(where: \.hasWords)
        else { return nil }
        let precise = columns.indices.filter { index in
            columns[index].kind == .decimal && columns[index].profile.meanLength >= Self.leastLength
        }
        guard precise.count == 2, precise[1] == precise[0] + 1 else { return nil }
        let (latitude, longitude) = (columns[precise[0]], columns[precise[1]])
        // Shares and probabilities are small.
        guard latitude.profile.isWithin(90), longitude.profile.isWithin(180), !latitude.profile.isWithin(1),
            !latitude.profile.isConstant, !longitude.profile.isConstant
        else { return nil }
        return (latitude.name, longitude.name)
    }
}
