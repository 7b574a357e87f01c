import AggSource
import CPQ
import Foundation
import Glibc
import Synchronization

/// The use of a connection by one task, which runs one statement at a time until it ends, times out, or the task is
/// canceled.
final class Session {
    let link: Link
    /// How long a statement may take before it is stopped.
    private let patience: Duration
    /// Whether to read the rows of sources again instead of using those known.
    private(set) var readsSources = false
    /// The statements that begin a transaction.
    private var beginning: [String] = []
    /// Statements that are sent together with the next one.
    private var postponed: [(sql: String, check: ((Rows) throws -> Void)?)] = []
    /// The checks of the results that precede that of the running statement.
    private var checks: [((Rows) throws -> Void)?] = []
    /// Since when nothing has arrived from the server, and the check whether it still responds.
    private var silence: (since: ContinuousClock.Instant, probe: Probe?)?
    /// How long a stopped statement may take to end before the connection is abandoned.
    private let grace: Duration

    init(_ link: Link, patience: Duration, grace: Duration = .seconds(3)) {
        self.link = link
        self.patience = patience
        self.grace = grace
        link.waitForCancellations()
    }

    private var pointer: OpaquePointer? { link.pointer }

    /// Sends some statements without parameters only together with the next one, to save the time of a round trip.
    ///
    /// `check` gets the result of the last of them.
    func postpone(_ statements: [String], _ check: ((Rows) throws -> Void)? = nil) {
        for (number, sql) in statements.enumerated() {
            postponed.append((sql, number == statements.count - 1 ? check : nil))
        }
    }

    /// Sends a statement only together with the next one; `body` gets its rows.
    func postpone(_ sql: String, _ values: [Value] = [], _ body: @escaping (Rows) throws -> Void) throws {
        postponed.append((try written(sql, values), body))
    }

    /// Begins a transaction with the next statement, in the same message.
    func begin(_ statements: [String]) {
        beginning = statements
        postpone(statements)
    }

    /// Runs the postponed statements and ends the transaction in the same message.
    func runPostponedAndEnd() throws {
        postpone(["COMMIT"])
        try runPostponed()
    }

    /// Begins another transaction, like the one that has ended, with the next statement.
    func beginAgain() { postpone(beginning) }

    /// Ends the transaction so that its work can be done again, with the sources as they are now.
    func startOver() throws {
        (postponed, checks) = ([], [])
        readsSources = true
        try run("ROLLBACK")
    }

    /// Runs the postponed statements.
    func runPostponed() throws {
        if postponed.isEmpty { return }
        try check(PQsendQuery(pointer, taken().joined(separator: "; ")))
        _ = try last()
    }

    private func taken() -> [String] {
        defer { postponed = [] }
        checks = postponed.map(\.check)
        return postponed.map(\.sql)
    }

    /// Returns a statement with its values in it; prepared if it is used often.
    private func written(_ sql: String, _ values: [Value]) throws -> String {
        let literals = values.map(\.literal)
        guard let name = try preparedName(sql) else { return Self.statement(sql, with: literals) }
        return literals.isEmpty ? "EXECUTE \(name)" : "EXECUTE \(name)(\(literals.joined(separator: ", ")))"
    }

    /// Replaces the parameters `$1`, `$2`, … of a statement by literals.
    static func statement(_ sql: String, with literals: [String]) -> String {
        let parts = sql.split(separator: "$", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(into: String(parts.first ?? "")) { statement, part in
            let digits = part.prefix { $0.isASCII && $0.isNumber }
            guard let number = Int(digits), literals.indices.contains(number - 1) else {
                return statement += "$" + part
            }
            statement += literals[number - 1] + part.dropFirst(digits.count)
        }
    }

    /// Runs statements without parameters.
    func run(_ sql: String) throws {
        try runPostponed()
        try check(PQsendQuery(pointer, sql))
        _ = try last()
    }

    /// Runs one statement and returns its rows; `isPrepared` allows it to be prepared if it is used often.
    @discardableResult
    func rows(_ sql: String, _ values: [Value] = [], isPrepared: Bool = true) throws -> Rows {
        try send(sql, values, isPrepared)
        return try last()
    }

    /// Returns the first value of the first row as a number.
    func number(_ sql: String, _ values: [Value] = [], isPrepared: Bool = true) throws -> Int? {
        try rows(sql, values, isPrepared: isPrepared).first.flatMap { $0.isNull(0) ? nil : $0.count(0) }
    }

    /// Calls `body` with each row as it arrives.
    func forEach(
        _ sql: String, _ values: [Value] = [], isPrepared: Bool = true, _ body: (Rows.Row) throws -> Void
    ) throws {
        try runPostponed()
        try send(sql, values, isPrepared)
        PQsetSingleRowMode(pointer)
        var failure: (any Error)?
        while true {
            let next: Rows?
            // After a failure, the statement was stopped, which is an error of its own.
            do { next = try self.next() } catch { throw failure ?? error }
            guard let rows = next else { break }
            if failure != nil { continue }
            do {
                // Rows may arrive faster than they are waited for.
                try Task.checkCancellation()
                try rows.forEach(body)
            } catch {
                failure = error
                link.cancel()
            }
        }
        if let failure { throw failure }
    }

    /// Sends one statement, preparing it if it is used often.
    private func send(_ sql: String, _ values: [Value], _ isPrepared: Bool) throws {
        let name = isPrepared ? try preparedName(sql) : nil
        if !postponed.isEmpty, name != nil || values.isEmpty {
            let last = try name == nil ? sql : written(sql, values)
            return try check(PQsendQuery(pointer, (taken() + [last]).joined(separator: "; ")))
        }
        try runPostponed()
        let written = values.map { $0.written.map { strdup($0) } ?? nil }
        defer { written.forEach { free($0) } }
        let count = Int32(values.count)
        let sent = written.withUnsafeBufferPointer { written in
            written.withMemoryRebound(to: UnsafePointer<CChar>?.self) { written in
                if let name {
                    PQsendQueryPrepared(pointer, name, count, written.baseAddress, nil, nil, 0)
                } else {
                    PQsendQueryParams(pointer, sql, count, nil, written.baseAddress, nil, nil, 0)
                }
            }
        }
        try check(sent)
    }

    private static func name(of sql: String) -> String { "agg_" + StableHash.text(of: sql) }

    /// Returns the name of a prepared statement; nil if the statement should not be prepared.
    ///
    /// The name is a hash of the statement, so it means the same to everyone who shares the connection.
    private func preparedName(_ sql: String) throws -> String? {
        let isKnown = link.statements.withLock { statements -> Bool? in
            if statements.forgets { return nil }
            if statements.prepared.contains(sql) { return true }
            statements.uses[sql, default: 0] += 1
            return statements.uses[sql, default: 0] > 2 && statements.prepared.count < 400 ? false : nil
        }
        guard let isKnown else { return nil }
        let name = Self.name(of: sql)
        if isKnown { return name }
        try check(PQsendPrepare(pointer, name, sql, 0, nil))
        _ = try last()
        link.statements.withLock { _ = $0.prepared.insert(sql) }
        return name
    }

    /// Reads the remaining results after a copy.
    func rest() throws {
        while try next() != nil {}
    }

    /// Waits for more data of a copy.
    func waitForData() throws {
        let start = ContinuousClock.now
        var stopped: ContinuousClock.Instant?
        try wait(for: Int16(POLLIN), since: start, &stopped)
        guard PQconsumeInput(pointer) != 0 else { throw fault() }
    }

    /// Returns the last result of a statement.
    private func last() throws -> Rows {
        var last: Rows?
        var checks = checks[...]
        self.checks = []
        var failure: (any Error)?
        while true {
            let next: Rows?
            do { next = try self.next() } catch { throw failure ?? error }
            guard let rows = next else { break }
            last = rows
            if rows.isCopy { break }
            guard let check = checks.popFirst() ?? nil, failure == nil else { continue }
            do { try check(rows) } catch { failure = error }
        }
        if let failure { throw failure }
        guard let last else { throw fault() }
        return last
    }

    /// Returns the next result; nil at the end.
    ///
    /// An error is thrown after the remaining results have been read.
    private func next() throws -> Rows? {
        guard let result = try received() else { return nil }
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY, PGRES_COPY_IN, PGRES_COPY_OUT:
            return Rows(result)
        default:
            let fault = fault(of: result)
            PQclear(result)
            while let rest = try received() { PQclear(rest) }
            if Task.isCancelled, fault.state == "57014" { throw CancellationError() }
            throw fault
        }
    }

    /// Waits for a result and returns it; nil at the end of a statement.
    private func received() throws -> OpaquePointer? {
        try flush()
        let start = ContinuousClock.now
        var stopped: ContinuousClock.Instant?
        silence = nil
        while PQisBusy(pointer) != 0 {
            try wait(for: Int16(POLLIN), since: start, &stopped)
            guard PQconsumeInput(pointer) != 0 else { throw fault() }
        }
        return PQgetResult(pointer)
    }

    /// Sends everything that is still buffered.
    func flush() throws {
        let start = ContinuousClock.now
        var stopped: ContinuousClock.Instant?
        while true {
            switch PQflush(pointer) {
            case 0: return
            case 1:
                try wait(for: Int16(POLLIN | POLLOUT), since: start, &stopped)
                guard PQconsumeInput(pointer) != 0 else { throw fault() }
            default: throw fault()
            }
        }
    }

    /// Waits for the server, a tenth of a second at a time, and stops the statement if it times out or is canceled.
    ///
    /// - Throws: `ServerFault.silent` if the server no longer responds.
    private func wait(
        for events: Int16, since start: ContinuousClock.Instant, _ stopped: inout ContinuousClock.Instant?
    ) throws {
        var descriptor = pollfd(fd: PQsocket(pointer), events: events, revents: 0)
        guard descriptor.fd >= 0 else { throw fault() }
        let isQuiet = poll(&descriptor, 1, 100) == 0
        let now = ContinuousClock.now
        guard isQuiet else {
            silence = nil
            // A long result may arrive faster than it is waited for; a short one is not worth stopping.
            if stopped == nil, now - start > .milliseconds(100), Task.isCancelled {
                stopped = now
                link.cancel()
            }
            return
        }
        if let stopped {
            guard now - stopped > grace else { return }
            if Task.isCancelled { throw CancellationError() }
            throw ServerFault.silent(for: now - start)
        }
        if Task.isCancelled || now - start > patience {
            stopped = now
            return link.cancel()
        }
        try probe(now)
    }

    /// Checks on a separate connection whether the server still responds if nothing has arrived for a while.
    private func probe(_ now: ContinuousClock.Instant) throws {
        guard let (since, probe) = silence else { return silence = (now, nil) }
        guard let probe else {
            if now - since > Probe.patience { silence = (since, Probe(link)) }
            return
        }
        switch probe.responds {
        case nil: return
        case true: silence = (now, nil)
        case false: throw ServerFault.silent(for: now - since)
        }
    }

    private func check(_ sent: Int32) throws {
        guard sent == 1 else { throw fault() }
    }

    /// Returns the error of the connection.
    func fault() -> ServerFault {
        ServerFault(state: "", message: Link.line(PQerrorMessage(pointer)))
    }

    private func fault(of result: OpaquePointer) -> ServerFault {
        func field(_ code: Character) -> String {
            Link.line(PQresultErrorField(result, Int32(code.asciiValue ?? 0)))
        }
        let state = field("C")
        return ServerFault(
            state: state, message: state.isEmpty ? Link.line(PQerrorMessage(pointer)) : field("M"), hint: field("H"))
    }
}
