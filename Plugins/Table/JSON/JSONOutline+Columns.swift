extension JSONOutline {
    /// The path of the object whose members are the columns of a table; nil if there is none.
    ///
    /// Either all of them are lists of the same number of values, or those of the document are objects with numbered values.
    var columns: [String]? {
        let found = objects.filter { $0.members > 1 && $0.arrays == $0.members }
            .compactMap { object in rows(of: object).map { (object: object, rows: $0) } }
        if let best = found.max(by: { $0.rows * $0.object.members < $1.rows * $1.object.members }) {
            return best.object.path
        }
        guard let document = objects.first, document.path.isEmpty, document.objects == document.members,
            document.numbered < document.members
        else { return nil }
        let columns = objects.filter { $0.path.count == 1 }
        let areNumbered = columns.allSatisfy { column in
            column.members > 1 && column.numbered == column.members && column.objects == 0
                && column.members == columns[0].members
        }
        return !columns.isEmpty && areNumbered ? [] : nil
    }

    /// The number of values in each list of an object; nil if they differ, or if some values are lists or objects.
    private func rows(of object: Object) -> Int? {
        let lists = lists.filter { $0.path.dropLast() == object.path[...] && $0.path.count == object.path.count + 1 }
        guard let rows = lists.first?.items, rows > 1, !Self.isOne(of: lists.compactMap(\.path.last)) else {
            return nil
        }
        let areColumns = lists.allSatisfy { $0.items == rows && $0.objects == 0 && $0.arrays == 0 }
        return areColumns ? rows : nil
    }

    /// Whether the lists describe one thing, such as its tags.
    private static func isOne(of names: [String]) -> Bool {
        names.contains { ["tags", "links", "errors", "warnings"].contains($0.lowercased()) }
    }
}

extension JSONOutline {
    /// The minimum number of members that look like rows.
    private static let leastRows = 3

    /// The path of the object in the document whose members are the rows, because they are objects of about the same size; nil
    /// if there is none.
    var rowsByName: [String]? {
        let found = objects.filter { object in
            guard !object.path.isEmpty, object.members >= Self.leastRows, object.objects == object.members else {
                return false
            }
            let sizes = objects.filter { $0.path.dropLast() == object.path[...] }.map(\.members)
            return (sizes.min() ?? 0) > 0 && (sizes.min() ?? 0) * 2 >= (sizes.max() ?? 0)
        }
        return found.max { $0.members < $1.members }?.path
    }
}
