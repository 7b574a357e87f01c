import AggSource
import Foundation
import Testing

final class FileRequestTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "agg-tests-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func file(_ name: String, _ text: String) throws -> URL {
        let url = folder.appending(path: name)
        try Data(text.utf8).write(to: url)
        return url
    }

    @Test(arguments: ["cities.json", "name with blanks.json", "50%.json", "é東.json", "a#b?c.json"])
    func `returns a file's content and validators`(_ name: String) async throws {
        let answer = try await testClient(isOffline: true).get(try file(name, "[1]"))
        #expect(answer.status == 200)
        #expect(try answer.text == "[1]")
        #expect(answer.body.count == 3)
        #expect(answer.headers["ETag"]?.isEmpty == false)
        #expect(answer.headers["Last-Modified"]?.hasSuffix(" GMT") == true)
    }

    @Test func `finds no file for a name with a zero byte`() async throws {
        let url = try #require(URL(string: try file("a", "one").absoluteString + "%00.json"))
        await #expect(throws: SourceError.notFound(url.path(percentEncoded: false))) { try await testClient().get(url) }
    }

    @Test func `responds 304 as long as the file is unchanged`() async throws {
        let url = try file("a", "one")
        let client = testClient()
        let validators = Validators(try await client.get(url).headers)
        let again = try await client.get(url, validators: validators)
        #expect(again.isNotModified)
        #expect(again.body.count == 0)
        #expect(Validators(again.headers) == validators)
        _ = try file("a", "other")
        #expect(try await client.get(url, validators: validators).text == "other")
    }

    @Test func `responds 304 to a matching date, but with content to another tag with the same date`() async throws {
        let url = try file("a", "one")
        let headers = try await testClient().get(url).headers
        let date = Validators(entityTag: nil, lastModified: headers["Last-Modified"])
        #expect(try await testClient().get(url, validators: date).status == 304)
        let other = Validators(entityTag: "\"x\"", lastModified: headers["Last-Modified"])
        #expect(try await testClient().get(url, validators: other).status == 200)
    }

    @Test func `detects a replaced file even with the same size and date`() async throws {
        let (url, newer) = (try file("a", "one"), try file("b", "two"))
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        for path in [url.path, newer.path] {
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        }
        let validators = Validators(try await testClient().get(url).headers)
        #expect(rename(newer.path, url.path) == 0)
        #expect(try await testClient().get(url, validators: validators).text == "two")
    }

    @Test func `reports a missing file as not found`() async throws {
        let url = folder.appending(path: "none.json")
        #expect(await testClient().failure(url) == .notFound(url.path))
        let below = try file("a", "").appending(path: "b")
        #expect(await testClient().failure(below) == .notFound(below.path))
    }

    @Test func `a folder cannot be read`() async throws {
        let url = try #require(URL(string: "file://\(folder.path)"))
        #expect(await testClient().failure(url) == .unreadable("\(folder.path) (it is a folder)"))
    }

    @Test func `rejects a pipe without blocking`() async throws {
        let url = folder.appending(path: "pipe")
        #expect(mkfifo(url.path, 0o600) == 0)
        #expect(await testClient().failure(url) == .unreadable("\(url.path) (it is not a regular file)"))
    }

    @Test(.enabled(if: getuid() != 0, "root can read everything"))
    func `reports a file without read permission as unreadable`() async throws {
        let url = try file("secret", "x")
        #expect(chmod(url.path, 0) == 0)
        #expect(await testClient().failure(url) == .unreadable("\(url.path) (Permission denied)"))
    }

    @Test func `reads a file whatever the limit on responses`() async throws {
        let url = try file("a", "12345")
        #expect(try await testClient(limits { $0.maxBody = 4 }).get(url).body.count == 5)
    }

    @Test func `an empty file has no content`() async throws {
        let answer = try await testClient().get(try file("a", ""))
        #expect(answer.status == 200)
        #expect(try answer.body.collect().isEmpty)
    }

    @Test func `returns the content as of the time of the request`() async throws {
        let url = try file("a", "first")
        let body = try await testClient().get(url).body
        try FileManager.default.removeItem(at: url)
        #expect(try body.collect() == Array("first".utf8))

        let growing = try file("b", "1234")
        let grown = try await testClient().get(growing).body
        let handle = try FileHandle(forWritingTo: growing)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("5678".utf8))
        #expect(try grown.collect() == Array("1234".utf8))
        try handle.truncate(atOffset: 2)
        #expect(throws: SourceError.unreadable("\(growing.path) (it shrank while being read)")) {
            try grown.collect()
        }
    }

    @Test func `rejects a file URL with another host`() async throws {
        let url = try #require(URL(string: "file://server/share/a"))
        #expect(
            await testClient().failure(url)
                == .refused("a file URL cannot have a host (server); use file:///PATH"))
        let local = try #require(URL(string: "file://localhost\(try file("a", "x").path)"))
        #expect(try await testClient().get(local).text == "x")
    }
}
