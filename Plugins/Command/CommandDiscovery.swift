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
        func add(_ line: ArraySlice<UInt8>, _ number: Int) throws(SourceError) {
            let row: JSONValue
            do { row = try JSONValue(parsing: line) } catch { throw .invalidData("at line \(number): \(error.reason)") }
            guard let row = row.objectValue else {
                if first == nil { first = "line \(number) is \(row.kind), not an object" }
                return others += 1
            }
            count += 1
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
        let roles = RowRoles(given: given)
        try roles.check(among: sample.names)
        var discovery = discovery(command, program, sample, roles, count: count)
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
        _ command: [String], _ program: Program, _ sample: RowSample, _ given: RowRoles, count: Int
    ) -> Discovery {
        let roles = sample.roles(over: given)
        var values = ["columns": RowColumn.text(sample.allColumns)]
        for (role, column) in roles.named { values[role] = column }
        let words = program.name.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.prefix(1)
        var discovery = Discovery(
            findings: [
                "\(command.joined(separator: " ")) printed \(count == 1 ? "1 row" : "\(count) rows")",
                Discovery.finding(ofColumns: sample.allColumns.map(\.name)),
            ] + roles.notes(over: given),
            id: words.first.map(String.init) ?? "command", values: values)
        discovery.lists["command"] = command
        return discovery
    }
}
