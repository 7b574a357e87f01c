import Testing

@Suite struct StyleTests {
    @Test(arguments: [
        "print(", "debugPrint(", "dump(", "@unchecked Sendable", "nonisolated(unsafe)", "try!", "as!", "fatalError(",
        "preconditionFailure(", "@preconcurrency", "TODO", "FIXME", "NSLock", "DispatchQueue.main",
        // Work that blocks a thread of these queues delays all tasks and timers: with a thread for each processor blocked,
        // the system adds only one a second.
        "DispatchQueue.global().async {", "attributes: .concurrent",
    ])
    func `shipped code does not use`(text: String) {
        for file in PackageTree.shipped {
            for place in file.places(of: text) { Issue.record("\(place)") }
        }
    }

    @Test func `no file is longer than 400 lines`() {
        for file in PackageTree.shipped where file.length > 400 {
            Issue.record("\(file.path):400: the file has \(file.length) lines")
        }
    }

    @Test func `most files are short`() {
        let lengths = PackageTree.shipped.map(\.length).sorted()
        let median = lengths.isEmpty ? 0 : lengths[lengths.count / 2]
        #expect(median <= 110, "the median of \(lengths.count) files")
    }

    @Test func `file names are unique within a module`() {
        var places: [String: String] = [:]
        for file in PackageTree.shipped {
            let key = "\(file.module)/\(file.path.split(separator: "/").last ?? "")"
            if let other = places.updateValue(file.path, forKey: key) {
                Issue.record("\(file.path):1: has the name of \(other)")
            }
        }
    }
}
