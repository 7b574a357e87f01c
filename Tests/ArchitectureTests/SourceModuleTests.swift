import Testing

/// The folder, manifest entry, list entry, tests, and page of each source agree.
@Suite struct SourceModuleTests {
    @Test func `there are sources`() {
        #expect(!PackageTree.plugins.isEmpty)
    }

    @Test func `the manifest lists exactly the folders in Plugins`() {
        #expect(PackageTree.listedSources.map(\.name).sorted() == PackageTree.plugins, "let sources in Package.swift")
    }

    @Test func `every source has tests`() {
        let tested = PackageTree.folders("Tests").filter { $0.hasSuffix("SourceTests") }
            .map { String($0.dropLast("SourceTests".count)) }
        #expect(tested == PackageTree.plugins, "the folders Tests/NAMESourceTests")
    }

    @Test func `every source has a page`() {
        let pages = PackageTree.names("Docs/Sources").filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }
        #expect(pages == PackageTree.plugins, "the pages Docs/Sources/NAME.md")
    }

    @Test func `every source is in the list of built-in sources`() {
        let path = "Sources/AggApp/BuiltInSources.swift"
        let file = SwiftFile(path: path, text: PackageTree.text(path))
        let listed = file.code.compactMap { _, line in
            line.split(separator: "Source.self").count > 0 && line.contains("Source.self")
                ? line.trimmingPrefix { $0 == " " }.split(separator: "Source.self").first.map(String.init) : nil
        }
        #expect(listed.sorted() == PackageTree.plugins, "\(path)")
        #expect(listed == listed.sorted(), "\(path): in the order of their names")
    }

    @Test(arguments: PackageTree.plugins)
    func `the only public type of a source is its data source`(name: String) {
        let types = PackageTree.files(of: "Plugins/\(name)").flatMap { file in
            file.publicTypes.map { "\(file.path): \($0)" }
        }
        #expect(types == ["Plugins/\(name)/\(name)Source.swift: \(name)Source"])
    }

    @Test(arguments: PackageTree.plugins)
    func `a source has separate files for its parts, and a sample if an instance is built in`(name: String) {
        let line = PackageTree.listedSources.first { $0.name == name }?.line ?? ""
        let libraries = line.split(separator: "\"").enumerated().filter { $0.offset % 2 == 1 }.dropFirst().map(
            \.element)
        let names = (["Plugins/\(name)"] + libraries.map { "Sources/\($0)" }).flatMap(PackageTree.files(of:)).map(
            \.path)
        for part in ["Source", "Endpoint", "Mapper", "Fetcher"] {
            #expect(
                names.contains { $0.hasSuffix("\(part).swift") },
                "neither Plugins/\(name) nor its library has a file …\(part).swift")
        }
        let hasInstance = !PackageTree.text("Plugins/\(name)/\(name)Source.swift")
            .contains("builtIns: [SourceEntry] = []")
        let hasSample = PackageTree.names("Plugins/\(name)/Resources").contains { $0.hasPrefix("starter") }
        #expect(hasSample || !hasInstance, "Plugins/\(name)/Resources has no starter")
    }

    @Test(arguments: PackageTree.plugins)
    func `the tests of every source verify the contract`(name: String) {
        let tests = PackageTree.names("Tests/\(name)SourceTests").map {
            PackageTree.text("Tests/\(name)SourceTests/\($0)")
        }
        #expect(
            tests.contains { $0.contains("verifyContract(") },
            "no test in Tests/\(name)SourceTests calls verifyContract(of:)")
    }
}
