import AggCore
import Foundation
import GRDB

/// A folder beside a file, in which its successor is made.
struct WorkFolder {
    private let folder: String

    /// Makes the folder.
    init(beside file: String) throws(StoreError) {
        folder = file + ".repair-\(getpid())"
        do {
            try? FileManager.default.removeItem(atPath: folder)
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .readOnly(file: file)
        }
    }

    func path(_ name: String) -> String { folder + "/" + name }

    func remove() {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Copies the file and its log.
    func take(_ file: String) throws(StoreError) {
        for suffix in ["", "-wal"] where access(file + suffix, F_OK) == 0 {
            do { try FileManager.default.copyItem(atPath: file + suffix, toPath: path("old.sqlite" + suffix)) } catch {
                throw .failed(file: file, detail: "it cannot be copied: \(SystemError.reason(of: error))")
            }
        }
    }

    /// Writes what was read into a new user file.
    func build(_ rescue: UserRescue) async throws(StoreError) {
        let file = try DatabaseFile(
            path: path("new.sqlite"),
            settings: DatabaseFile.Settings(migrator: UserSchema.migrator, pragmas: UserSchema.pragmas))
        try await file.write { db in
            for favorite in rescue.favorites { try FavoriteRow.insert(favorite, db) }
            for (name, value) in rescue.settings {
                try db.run("INSERT INTO setting VALUES (?1, ?2)", [.text(name), .text(value)])
            }
            for (name, line) in rescue.searches {
                try db.run("INSERT INTO saved_search (name, line) VALUES (?1, ?2)", [.text(name), .text(line)])
            }
        }
        // All of it into the file itself, so that the file alone can be put in place.
        let connection = try file.connection()
        do {
            try await connection.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
            try connection.close()
        } catch {
            throw StoreError(error, file: path("new.sqlite"))
        }
    }

    /// Puts the new file in the place of the old one, of which no log may be left.
    func install(as file: String) throws(StoreError) {
        for suffix in ["-wal", "-shm"] { unlink(file + suffix) }
        guard rename(path("new.sqlite"), file) == 0 else { throw .readOnly(file: file) }
        FileMove.sync(folderOf: file)
    }
}
