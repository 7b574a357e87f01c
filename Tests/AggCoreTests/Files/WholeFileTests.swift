import Foundation
import Testing

import AggFiles

/// Writing whole files.
final class WholeFileTests {
    private let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "agg-whole-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func path(_ name: String) -> String { folder + "/" + name }

    private func text(_ name: String) -> String? { try? String(contentsOfFile: path(name), encoding: .utf8) }

    private func mode(_ name: String) -> mode_t? {
        var status = stat()
        return stat(path(name), &status) == 0 ? status.st_mode & 0o777 : nil
    }

    private func write(_ text: String, _ name: String, replacing: Bool = false) throws(SystemError) {
        try WholeFile.write(Array(text.utf8), to: path(name), mode: 0o600, replacing: replacing)
    }

    @Test func `a new file gets its bytes and its mode`() throws {
        try write("mine", "a")
        #expect(text("a") == "mine" && mode("a") == 0o600)
    }

    @Test func `leaves an existing file alone, or replaces it and keeps its mode`() throws {
        try write("mine", "a")
        chmod(path("a"), 0o640)
        #expect(throws: SystemError(number: EEXIST)) { try self.write("yours", "a") }
        #expect(text("a") == "mine")
        try write("yours", "a", replacing: true)
        #expect(text("a") == "yours" && mode("a") == 0o640)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
    }

    @Test func `a link stays a link to the replaced file`() throws {
        try write("mine", "a")
        #expect(symlink("a", path("link")) == 0)
        try write("yours", "link", replacing: true)
        #expect(text("a") == "yours")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("link")) == "a")
    }

    @Test func `a failure leaves nothing behind`() throws {
        #expect(throws: SystemError(number: ENOENT)) { try self.write("mine", "none/a") }
        try FileManager.default.createDirectory(atPath: path("folder"), withIntermediateDirectories: false)
        #expect(throws: SystemError.self) { try self.write("mine", "folder", replacing: true) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["folder"])
    }

    @Test func `creates those of several files that do not exist`() throws {
        try write("mine", "b")
        let files = ["a", "b", "c", "none/d"].map { (path: path($0), bytes: Array("your \($0)".utf8)) }
        let errors = WholeFile.create(files, mode: 0o600)
        #expect(errors == [nil, SystemError(number: EEXIST), nil, SystemError(number: ENOENT)])
        #expect(["a", "b", "c"].map(text) == ["your a", "mine", "your c"] && mode("c") == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["a", "b", "c"])
    }

    @Test func `writes to a pipe instead of replacing it`() throws {
        #expect(mkfifo(path("pipe"), 0o600) == 0)
        #expect(throws: SystemError(number: ENXIO)) { try self.write("lost", "pipe", replacing: true) }
        let reader = open(path("pipe"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        for replacing in [true, false] {
            try write("mine", "pipe", replacing: replacing)
            var bytes = [UInt8](repeating: 0, count: 9)
            #expect(read(reader, &bytes, 9) == 4 && bytes.prefix(4).elementsEqual("mine".utf8))
        }
        #expect(WholeFile.isDevice(path("pipe")) && WholeFile.isDevice("/dev/null") && !WholeFile.isDevice(folder))
    }

    @Test func `does not replace a link to no file`() throws {
        #expect(symlink("nowhere", path("link")) == 0)
        #expect(throws: SystemError(number: ENOENT)) { try self.write("mine", "link", replacing: true) }
        var status = stat()
        #expect(lstat(path("link"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    }
}
