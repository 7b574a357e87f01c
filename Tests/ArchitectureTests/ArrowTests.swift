import Testing

@Suite struct ArrowTests {
    @Test func `every module is in the table`() {
        for module in PackageTree.modules where !module.hasPrefix("Plugins/") {
            #expect(Arrows.allowed(in: module) != nil, "\(module) is not in the table of Support/Arrows.swift")
        }
    }

    @Test func `a module imports only the modules that the table allows`() {
        let ours = Set(
            PackageTree.modules.map { module in
                let name = module.split(separator: "/").last.map(String.init) ?? ""
                return module.hasPrefix("Plugins/") ? name + "Source" : name
            })
        for file in PackageTree.shipped {
            let allowed = Arrows.allowed(in: file.module) ?? []
            for (line, module) in file.imports where ours.contains(module) {
                #expect(allowed.contains(module), "\(file.path):\(line): \(file.module) must not import \(module)")
            }
        }
    }

    @Test func `only the owner of an external module imports it`() {
        let ours = Set(
            PackageTree.modules.flatMap { module -> [String] in
                let name = module.split(separator: "/").last.map(String.init) ?? ""
                return [name, name + "Source"]
            })
        for file in PackageTree.shipped {
            for (line, module) in file.imports where !ours.contains(module) || Arrows.owners[module] != nil {
                let isAllowed = Arrows.common.contains(module) || Arrows.owners[module]?.contains(file.module) == true
                #expect(
                    isAllowed, "\(file.path):\(line): \(module) has another owner, or none, in Support/Arrows.swift")
            }
        }
    }

    @Test(arguments: Arrows.ownedTexts.map(\.text))
    func `only the owner of an API uses it`(text: String) {
        let owners = Arrows.ownedTexts.first { $0.text == text }?.owners ?? []
        for file in PackageTree.shipped where !owners.contains(file.module) {
            for place in file.places(of: text) { Issue.record("\(place) belongs to \(owners)") }
        }
    }

    @Test func `shipped code never imports test support`() {
        for file in PackageTree.shipped {
            for (line, module) in file.imports where module == "AggTesting" {
                Issue.record("\(file.path):\(line): shipped code imports AggTesting")
            }
        }
    }

    @Test func `the manifest gives no source a dependency on another part`() {
        for source in PackageTree.listedSources {
            for part in [
                "AggSearch", "AggStorage", "AggCore", "AggHTTP", "AggStore\"", "AggConfiguration", "AggCommands",
                "AggShell", "AggApp", "Source\"",
            ] {
                #expect(!source.line.contains(part), "Package.swift: \(source.name) must not depend on \(part)")
            }
        }
    }

    @Test(
        arguments: PackageTree.modules.filter {
            $0.hasPrefix("Sources/") && !["Sources/AggApp", "Sources/agg"].contains($0)
        })
    func `the manifest has the dependencies of the table`(module: String) throws {
        let manifest = PackageTree.manifest.filter { !$0.isWhitespace }
        let name = try #require(module.split(separator: "/").last)
        let start = try #require(manifest.firstRange(of: "module(\"\(name)\""), "Package.swift has no module \(name)")
            .upperBound
        let dependencies = manifest[start...].first == ")" ? "" : manifest[start...].prefix { $0 != "]" }
        let ours = dependencies.split(separator: "\"").map(String.init).filter {
            Arrows.allowed(in: "Sources/\($0)") != nil
        }
        #expect(Set(ours) == Arrows.allowed(in: module), "Package.swift: \(name)")
    }
}
