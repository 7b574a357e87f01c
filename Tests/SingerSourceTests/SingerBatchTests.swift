import AggSource
import Foundation
import TestSupport
import Testing

@testable import SingerSource

/// The files that a BATCH message lists.
struct SingerBatchTests {
    private static func batch(_ address: String) -> String {
        #"{"type": "BATCH", "stream": "trees", "encoding": {"format": "jsonl"}, "manifest": ["\#(address)"]}"# + "\n"
    }

    @Test(arguments: [true, false])
    func `reads the files of a BATCH`(isCompressed: Bool) async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees"))
        let file = tap.folder.path("batch.jsonl")
        try tap.write("{\"id\": 1, \"name\": \"Oak\"}\n{\"id\": 2, \"name\": \"Elm\"}\n", to: "batch.jsonl")
        let batch = #"""
            {"type": "BATCH", "stream": "trees", "encoding": {"format": "jsonl", "compression": "\#(isCompressed ? "gzip" : "none")"},
            """#
        let line = batch + #" "manifest": ["file://\#(file)\#(isCompressed ? ".gz" : "")"]}"# + "\n"
        _ = try await tap.load(
            schema + line, script: isCompressed ? "gzip -k batch.jsonl; cat output" : "cat output"
        ).get()
        #expect(try await tap.rows() == ["1": "Oak", "2": "Elm"])
    }

    @Test(arguments: ["my%20trees.jsonl", "my trees.jsonl", "100%.jsonl"])
    func `finds a file whose URL is encoded or not`(name: String) async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees"))
        try tap.write("{\"id\": 1, \"name\": \"Oak\"}\n", to: name.replacing("%20", with: " "))
        _ = try await tap.load(schema + Self.batch("file://\(tap.folder.path(name))")).get()
        #expect(try await tap.rows() == ["1": "Oak"])
    }

    @Test func `finds a file below the current folder`() throws {
        let name = "agg-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: name, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: name) }
        #expect(FileManager.default.createFile(atPath: name + "/trees.jsonl", contents: nil))
        #expect(try SingerBatch("file://\(name)/trees.jsonl").path.hasSuffix("/\(name)/trees.jsonl"))
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("file://HERE/pipe", "that is not a regular file (file://HERE/pipe)"),
            ("file://HERE/link", "that is not a regular file (file://HERE/link)"),
            ("file://HERE", "that is not a regular file (file://HERE)"),
            ("file:///dev/zero", "that is not a regular file (file:///dev/zero)"),
            ("file://HERE/none", "in a file that does not exist (file://HERE/none)"),
            ("HERE/trees.jsonl", "with a path instead of a URL (HERE/trees.jsonl)"),
            ("s3://key:secret@bucket/trees", "that is not a local file (s3://bucket/trees)"),
        ])
    func `refuses anything but regular files, and says what to do`(address: String, fault: String) async throws {
        let tap = try FakeTap(catalog: FakeTap.catalog("trees"))
        let here = tap.folder.path("")
        let result = try await tap.load(
            schema + Self.batch(address.replacing("HERE/", with: here).replacing("HERE", with: here)),
            script: "mkfifo pipe; ln -s pipe link; : > trees.jsonl; cat output")
        guard case .failure(let error) = result else { return #expect(Bool(false), "it must fail") }
        let expected = fault.replacing("HERE/", with: here).replacing("HERE", with: here)
        #expect(
            error.reason()
                == "refused: the tap sent a batch \(expected); agg reads only regular files at file:// URLs, so set "
                + "the storage root in the tap's batch_config to a URL such as file:///tmp, or remove batch_config")
    }
}
