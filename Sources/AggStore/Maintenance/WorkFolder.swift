import AggFiles
import AggStorage
import Foundation
import GRDB

/// A folder next to a user file, in which the file is examined and its replacement is built.
struct WorkFolder {
    private let file: String
    private let folder: String

    /// Creates the folder with a copy of the file and its log, which no other process writes to.
    init(beside file: String) throws(StoreError) {
        self.file = file
        folder = file + ".repair-\(getpid())"
        StoreFolder.removeLeftovers(file + ".repair-")
        do {
            try? FileManager.default.removeItem(atPath: folder)
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .readOnly(file: file)
        }
        for suffix in ["", "-wal"] where access(file + suffix, F_OK) == 0 {
            do { try FileManager.default.copyItem(atPath: file + suffix, toPath: path("old.sqlite" + suffix)) } catch {
                remove()
                throw .failed(file: file, detail: "cannot copy the file: \(SystemError.reason(of: error))")
            }
        }
    }

    func path(_ name: String) -> String { folder + "/" + name }

    func remove() {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Everything readable in the file.
    ///
    /// - Throws: `StoreError` if no file can be created in the folder; `.cancelled`.
    func contents() async throws(StoreError) -> UserContents {
        do {
            if let contents = try read() { return contents }
            // The first page describes the tables. Except for the recorded file size, it is the same in every file,
            // unless an upgrade added tables to a file that already had data.
            try await build(.nothing, "head.sqlite")
            var page =
                try FileHandle(forReadingFrom: URL(filePath: path("head.sqlite"))).read(upToCount: 4_096) ?? Data()
            page.replaceSubrange(28..<32, with: [0, 0, 0, 0])
            let old = try FileHandle(forWritingTo: URL(filePath: path("old.sqlite")))
            try old.write(contentsOf: page)
            try old.close()
            var contents = try read() ?? .unreadable
            contents.doubt()
            return contents
        } catch {
            throw StoreError(error, file: file)
        }
    }

    private func read() throws -> UserContents? {
        do {
            return try DatabaseQueue(path: path("old.sqlite")).inDatabase { db in
                try db.execute(sql: "PRAGMA cell_size_check = ON")
                return try UserContents(db)
            }
        } catch is DatabaseError {
            return nil
        }
    }

    /// Writes recovered contents to a new user file, including its log.
    func build(_ rescue: UserRescue, _ name: String = "new.sqlite") async throws(StoreError) {
        let new = try DatabaseFile(
            path: path(name),
            settings: DatabaseFile.Settings(migrator: UserSchema.migrator, pragmas: UserSchema.pragmas))
        try await new.write { db in
            for favorite in rescue.favorites { try FavoriteRow.insert(favorite, db) }
            for (name, value) in rescue.settings {
                try db.run("INSERT INTO setting VALUES (?1, ?2)", [.text(name), .text(value)])
            }
            for (name, line) in rescue.searches {
                try db.run("INSERT INTO saved_search (name, line) VALUES (?1, ?2)", [.text(name), .text(line)])
            }
            for (table, rows) in rescue.others {
                for row in rows {
                    let places = row.map { _ in "?" }.joined(separator: ", ")
                    try db.execute(
                        sql: "INSERT OR IGNORE INTO \(table) VALUES (\(places))", arguments: StatementArguments(row))
                }
            }
        }
        do {
            let connection = try new.connection()
            try await connection.writeWithoutTransaction { db in
                _ = try db.checkpoint(.truncate)
                // This writes every page to the log again, so a copy of the log contains the whole file.
                try db.execute(sql: "PRAGMA wal_autocheckpoint = 0; VACUUM")
            }
            try FileManager.default.copyItem(atPath: path(name) + "-wal", toPath: path(name) + ".log")
            try await connection.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
            try connection.close()
        } catch {
            throw StoreError(error, file: path(name))
        }
    }

    /// Replaces the old file with the new one.
    ///
    /// SQLite looks for a page in the log before it looks in the file. So the old file becomes the new one the moment the
    /// log is renamed, and at no point does the file have no log or the wrong one.
    func install() throws(StoreError) {
        do throws(SystemError) {
            for name in ["new.sqlite", "new.sqlite.log"] { try DurableFile.settle(path(name)) }
            for (name, suffix) in [("new.sqlite.log", "-wal"), ("new.sqlite", "")] {
                guard rename(path(name), file + suffix) == 0 else { throw .last() }
                FileMove.sync(folderOf: file)
                unlink(file + "-shm")
            }
        } catch {
            throw .failed(file: file, detail: "cannot replace the file: \(error.reason)")
        }
    }
}
