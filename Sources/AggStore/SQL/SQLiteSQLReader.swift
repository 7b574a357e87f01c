import AggSearch
import AggSource
package import AggStorage
import CSQLite

/// Runs SQL on the two files of a store, each statement on a separate connection.
package struct SQLiteSQLReader: SQLReader {
    private let mirror: StoreFile
    private let users: any UserStore
    private let busyTimeout: Double
    /// The maximum size of a result in memory, in bytes.
    private let mostBytes: Int

    init(mirror: StoreFile, users: any UserStore, busyTimeout: Double, mostBytes: Int = 1_000_000_000) {
        self.mirror = mirror
        self.users = users
        self.busyTimeout = busyTimeout
        self.mostBytes = mostBytes
    }

    /// Runs one read-only statement.
    package func query(_ query: SQLQuery) async throws(SQLError) -> SQLAnswer {
        let hasIndex = await LatitudeIndex(mirror: mirror).prepare(for: query.text)
        do throws(SQLError) {
            return try await answerWithFavorites(query)
        } catch .timedOut(let limit) where !hasIndex {
            throw .failed(
                "it timed out after \(Age.text(limit)), because the store has no index on latitudes; run this statement "
                    + "once as a user who can write to the store")
        }
    }

    private func answerWithFavorites(_ query: SQLQuery) async throws(SQLError) -> SQLAnswer {
        var favorites: [Favorite]?
        while true {
            if let answer = try await answer(query, favorites: favorites) { return answer }
            do { favorites = try await users.favorites() } catch { throw .store(error) }
        }
    }

    /// Runs a statement on a store thread.
    ///
    /// - Returns: Nil if the statement reads the favorites and none were given.
    private func answer(_ query: SQLQuery, favorites: [Favorite]?) async throws(SQLError) -> SQLAnswer? {
        try await StoreExecutor.files.run { () throws(SQLError) in
            try run(query, favorites)
        }
    }

    private func run(_ query: SQLQuery, _ favorites: [Favorite]?) throws(SQLError) -> SQLAnswer? {
        try ReadOnlySQL.check(query.text)
        let handle = try SQLHandle.open(mirror.path, busyTimeout: busyTimeout)
        let seal = String(UInt64.random(in: .min ... .max), radix: 36)
        try SQLViewDefinitions(query.views, favorites: favorites ?? [], seal: seal).make(on: handle)
        DistanceFunction.add(to: handle)
        let sqlGuard = SQLGuard(
            readable: query.views.views.map(\.name), hidden: try Self.tables(handle), seal: seal,
            timeout: query.timeout)
        return try withExtendedLifetime(sqlGuard) { () throws(SQLError) -> SQLAnswer? in
            sqlGuard.watch(handle)
            let statement = try Self.prepare(query, handle, sqlGuard)
            if favorites == nil, sqlGuard.viewsRead.contains("favorites") { return nil }
            return SQLAnswer(try rows(statement, query, handle, sqlGuard), views: sqlGuard.viewsRead)
        }
    }

    /// The names of the tables in the file.
    private static func tables(_ handle: borrowing SQLHandle) throws(SQLError) -> [String] {
        var names: [String] = []
        try handle.forEachRow("SELECT name FROM main.sqlite_master") { row in
            names += row.values.compactMap(\.stringValue)
        }
        return names
    }

    private func rows(
        _ statement: borrowing SQLStatement, _ query: SQLQuery, _ handle: borrowing SQLHandle, _ sqlGuard: SQLGuard
    ) throws(SQLError) -> DataTable {
        var table = DataTable(columns: statement.columns)
        var bytes = 0
        while true {
            let code = statement.step()
            if Task.isCancelled { throw .cancelled }
            switch code {
            case SQLITE_ROW:
                if table.rows.count == query.limit {
                    table.isTruncated = true
                    return table
                }
                // SQLite checks the time only after many steps, and large rows take few.
                if sqlGuard.mustStop() { throw Self.fault(query, handle, sqlGuard) ?? .timedOut(query.timeout) }
                bytes += statement.size
                guard bytes <= mostBytes else {
                    throw .failed(
                        "the result is larger than \(ByteCount.text(mostBytes)); select fewer columns, or fewer rows "
                            + "with LIMIT")
                }
                table.rows.append(statement.values)
            case SQLITE_DONE: return table
            default: throw Self.fault(query, handle, sqlGuard) ?? .failed(handle.message)
            }
        }
    }

    /// Prepares the only statement in the text.
    private static func prepare(
        _ query: SQLQuery, _ handle: borrowing SQLHandle, _ sqlGuard: SQLGuard
    ) throws(SQLError) -> SQLStatement {
        let text = query.text
        var prepared: OpaquePointer?
        var rest = 0
        var follows: OpaquePointer?
        text.withCString { start in
            var tail: UnsafePointer<CChar>?
            sqlite3_prepare_v2(handle.pointer, start, -1, &prepared, &tail)
            rest = tail.map { $0 - start } ?? 0
        }
        guard let prepared else { throw fault(query, handle, sqlGuard) ?? .invalid(handle.message) }
        let statement = SQLStatement(prepared)
        let tail = String(decoding: text.utf8.dropFirst(rest), as: UTF8.self)
        if sqlite3_prepare_v2(handle.pointer, tail, -1, &follows, nil) != SQLITE_OK || follows != nil {
            sqlite3_finalize(follows)
            throw .refused("sql runs one statement at a time; remove the text after the semicolon")
        }
        guard statement.isReadOnly else { throw .refused("sql is read-only: writing is not allowed") }
        return statement
    }

    private static func fault(
        _ query: SQLQuery, _ handle: borrowing SQLHandle, _ sqlGuard: SQLGuard
    ) -> SQLError? {
        if Task.isCancelled { return .cancelled }
        if sqlGuard.isTimedOut { return .timedOut(query.timeout) }
        if let refusal = sqlGuard.refusal { return .refused(refusal) }
        if handle.message.hasPrefix("cannot modify") { return .refused("sql is read-only: writing is not allowed") }
        return switch sqlite3_errcode(handle.pointer) & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED: .store(.locked(file: handle.path))
        case SQLITE_CORRUPT, SQLITE_NOTADB: .store(.damaged(file: handle.path, detail: handle.message))
        default: nil
        }
    }
}

/// The SQL function `distance_km(latitude, longitude, latitude, longitude)`: the great-circle distance, or NULL if a
/// value is missing or out of range.
enum DistanceFunction {
    /// Registers the function with a connection.
    static func add(to handle: borrowing SQLHandle) {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
        sqlite3_create_function_v2(
            handle.pointer, "distance_km", 4, flags, nil,
            { context, count, values in
                guard count == 4, let values, let from = DistanceFunction.place(values[0], values[1]),
                    let to = DistanceFunction.place(values[2], values[3])
                else { return sqlite3_result_null(context) }
                sqlite3_result_double(context, from.distance(to: to))
            }, nil, nil, nil)
    }

    private static func place(_ latitude: OpaquePointer?, _ longitude: OpaquePointer?) -> Coordinate? {
        guard sqlite3_value_type(latitude) != SQLITE_NULL, sqlite3_value_type(longitude) != SQLITE_NULL else {
            return nil
        }
        return Coordinate(latitude: sqlite3_value_double(latitude), longitude: sqlite3_value_double(longitude))
    }
}
