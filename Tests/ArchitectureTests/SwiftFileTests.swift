import Testing

/// Tests of the reader that other tests use: if it saw nothing, it would find nothing wrong.
@Suite struct SwiftFileTests {
    private func file(_ text: String) -> SwiftFile { SwiftFile(path: "Sources/AggCore/A.swift", text: text) }

    @Test func `finds the package`() {
        #expect(PackageTree.shipped.count > 100)
        #expect(PackageTree.manifest.contains("let sources"))
        #expect(PackageTree.modules.contains("Sources/AggCore"))
    }

    @Test(arguments: [
        ("import Yams", ["Yams"]),
        ("public import Foundation", ["Foundation"]),
        ("@preconcurrency @testable import AggCore", ["AggCore"]),
        ("  package import struct Foundation.Date", ["Foundation"]),
        ("// import Yams", []),
        ("/// import Yams", []),
        ("let important = 1", []),
        ("importer()", []),
    ])
    func `finds imports`(line: String, expected: [String]) {
        #expect(file(line).imports.map(\.module) == expected)
    }

    @Test(arguments: [
        ("print(1)", 1), ("  print(1) // print(2)", 1), ("// print(1)", 0), ("fingerprint(1)", 0), ("x.print(1)", 0),
        ("{print(1)}", 1), ("let url = \"http://x\"; print(1)", 1), ("reprint(print(1))", 1),
    ])
    func `finds text in code, but not in comments and longer names`(line: String, count: Int) {
        #expect(file(line).places(of: "print(").count == count)
    }

    @Test func `names the file and the line`() {
        #expect(file("let a = 1\n\nlet b = try! c()").places(of: "try!") == ["Sources/AggCore/A.swift:3: try!"])
    }

    @Test func `finds public types`() {
        let file = file(
            """
            public struct A: B {
            public final class C<D> {
            struct E {
                public struct F {
            public extension G {
            package enum H {
            public actor I{
            public protocol J: K {
            """)
        #expect(file.publicTypes == ["A", "C", "I", "J"])
    }
}
