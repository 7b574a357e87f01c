import AggSource
import ProgramRows

/// Finds out what a program prints, for `source add command PROGRAM ARGUMENTS`.
struct CommandDiscovery {
    let services: SourceServices

    /// Runs the program, and infers the columns that are not given from its whole output.
    func find(_ text: String, given: [String: String]) async throws(SourceError) -> Discovery {
        let request = ProgramRequest(text)
        let command = request.words
        guard !command.isEmpty, let id = SourceID(CommandSource.kind.description) else {
            throw .refused("no program given; try “source add command ./trees.py”")
        }
        let endpoint: CommandEndpoint
        do {
            endpoint = try CommandEndpoint(
                SourceConfiguration(id: id, kind: CommandSource.kind, values: ["command": .list(command)]))
        } catch {
            throw .refused(error.faults.map(\.message).joined(separator: "; "))
        }
        let environment = try await endpoint.settings.environment(services)
        let program = endpoint.program(in: environment)
        var lines = LineSplitter(limit: Record.greatestSize)
        var rows: [JSONObject] = []
        var bytes = 0
        var checked: RowSample?
        var (count, others) = (0, 0)
        var first: String?
        let roles = RowRoles(given: given)
        var key = GivenKey(roles)
        func add(_ line: ArraySlice<UInt8>, _ number: Int) throws(SourceError) {
            let value = try JSONValue(printed: line, number: number, environment)
            guard let row = value.objectValue else {
                if first == nil { first = "line \(number) is \(value.kind), not an object" }
                return others += 1
            }
            count += 1
            key?.add(value, line)
            guard rows.count == RowSample.size || bytes > RowSample.mostBytes else {
                bytes += line.count
                return rows.append(row)
            }
            if checked == nil { checked = RowSample(rows) }
            checked?.check(row)
        }
        let end = try await services.programs.run(program) { piece throws(SourceError) in
            try await lines.push(piece) { line, number throws(SourceError) in try add(line, number) }
        }
        try environment.masking(end).requireSuccess(of: program)
        try await lines.finish { line, number throws(SourceError) in try add(line, number) }
        guard !rows.isEmpty else {
            throw .refused(
                "\(program.name) printed no rows; expected one JSON object per line"
                    + (first.map { ", but \($0)" } ?? ""))
        }
        let sample = checked ?? RowSample(rows)
        try roles.check(among: sample.names)
        try key?.check(against: sample)
        var discovery = discovery(command, program, sample, roles, rows, count: count)
        if let first {
            discovery.findings.insert(
                "\(others == 1 ? "1 line is" : "\(others) lines are") skipped (\(others == 1 ? "" : "first: ")\(first))",
                at: 1)
        }
        discovery.findings += request.findings
        discovery.values.merge(given) { $1 }
        return discovery
    }

    private func discovery(
        _ command: [String], _ program: Program, _ sample: RowSample, _ given: RowRoles, _ rows: [JSONObject],
        count: Int
    ) -> Discovery {
        let roles = sample.roles(over: given)
        var values = ["columns": RowColumn.text(sample.allColumns)]
        for (role, column) in roles.named { values[role] = column }
        let words = program.name.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.prefix(1)
        var discovery = Discovery(
            findings: ["\(command.joined(separator: " ")) printed \(count == 1 ? "1 row" : "\(count) rows")"]
                // The first note is about the roles, which the table of the columns shows.
                + roles.notes(over: given).dropFirst(),
            id: words.first.map(String.init) ?? "command", values: values)
        discovery.lists["command"] = command
        discovery.columns = Self.columns(sample.allColumns, roles, rows)
        return discovery
    }

    /// The number of rows to show.
    private static let shownRows = 3

    /// The columns with their types, roles, and first values.
    private static func columns(_ columns: [RowColumn], _ roles: RowRoles, _ rows: [JSONObject]) -> [Discovery.Column] {
        let point = columns.first { column in
            roles.latitude == nil && rows.contains { $0[column.source]?["type"]?.stringValue == "Point" }
        }
        return columns.map { column in
            let isKey = roles.key?.contains(column.source) == true
            let others = roles.named.filter { $0.role != "key" && $0.column == column.source }.map(\.role)
            return Discovery.Column(
                name: column.name, kind: column.kind,
                roles: (isKey ? ["key"] : []) + others + (column == point ? ["coordinates"] : []),
                examples: rows.prefix(shownRows).map { example($0[column.source]) })
        }
    }

    private static func example(_ value: JSONValue?) -> String {
        guard let value, let field = FieldValue(value, as: value.arrayValue == nil ? .text : .list) else { return "" }
        return String(field.text.prefix(60))
    }
}
