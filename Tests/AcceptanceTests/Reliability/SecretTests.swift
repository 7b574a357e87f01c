import AggSource
import AggTesting
import Foundation
import Synchronization
import TestSupport
import Testing

extension ReliabilityTests {
    /// Tokens reach the host they are meant for, and nothing else.
    struct SecretTests {
        private static let secret = "ghp_S3cretOfTheTests"

        /// A server with GitHub's search and one repository per page; `next` links the second page, if any.
        private static func api(next: String? = nil) async throws -> LoopbackServer {
            try await LoopbackServer.start { request in
                if request.path == "/rate_limit" { return .json("{}") }
                let item = #"{"id":7,"name":"repo","full_name":"o/repo","owner":{"login":"o"},"stargazers_count":5}"#
                let headers: HTTPHeaders = next.map { ["Link": "<\($0)>; rel=\"next\""] } ?? [:]
                return .json(#"{"total_count":1,"incomplete_results":false,"items":[\#(item)]}"#, headers: headers)
            }
        }

        /// The contents of every file below a home, except the secret's own.
        private static func files(below agg: Agg) throws -> [String: Data] {
            let paths = FileManager.default.enumerator(atPath: agg.folder.path)?.compactMap { $0 as? String } ?? []
            return try paths.reduce(into: [:]) { files, path in
                var isFolder: ObjCBool = false
                let whole = agg.folder.path(path)
                guard FileManager.default.fileExists(atPath: whole, isDirectory: &isFolder), !isFolder.boolValue,
                    !path.hasPrefix("secret")
                else { return }
                files[path] = try Data(contentsOf: URL(filePath: whole))
            }
        }

        @Test(arguments: [true, false])
        func `a token from a command or the environment leaves no trace`(isCommand: Bool) async throws {
            let agg = try Agg()
            let seen = Changing<[String]>([])
            let server = try await LoopbackServer.start { request in
                seen.value += Self.commandLines()
                if request.path == "/rate_limit" {
                    return .json(#"{"resources":{"search":{"limit":30,"remaining":9}}}"#)
                }
                return request.query["page"] == nil
                    ? .json(
                        #"{"total_count":1,"incomplete_results":false,"items":[{"id":7,"name":"repo","full_name":"o/repo","owner":{"login":"o"}}]}"#,
                        headers: ["ETag": "\"1\""])
                    : LoopbackResponse(status: 500)
            }
            _ = try agg.file("secret", Self.secret + "\n")
            let command = isCommand ? ", token_command: \"cat \(agg.folder.path("secret"))\"" : ""
            try agg.configure(["github": "endpoint: \"\(server.url(""))\"\(command)"])
            let environment = isCommand ? [:] : ["GITHUB_TOKEN": Self.secret]
            let log = agg.folder.path("agg.log")
            var told = ""
            for lines in [
                "refresh; refresh; doctor", "sources; sources github; set; show github:7; explain repo; history",
            ] {
                for format in ["table", "list", "json", "ndjson", "csv", "tsv", "markdown", "html"] {
                    let result = try await agg.run(
                        "--log-level", "debug", "--log", log, "--format", format, "-c", lines, environment: environment)
                    #expect(result.status == 0, "\(result.errors)")
                    told += result.output + result.errors
                }
            }
            let loud = try await agg.run("--log-level", "trace", "refresh", "--force", environment: environment)
            told += loud.output + loud.errors
            let terminal = try agg.session("--log-level", "debug", environment: environment)
            try await terminal.waitForPrompt()
            try terminal.type("refresh --force\r")
            try await terminal.wait(for: "unchanged")
            try terminal.type("sources github\r")
            try await terminal.wait(for: "next refresh")
            try terminal.type("exit\r")
            _ = try await terminal.waitForExit()
            told += String(decoding: terminal.transcript, as: UTF8.self)
            let requests = await server.requests
            #expect(requests.filter { $0.headers["Authorization"] == "Bearer \(Self.secret)" }.count > 10)
            // The check whether a host responds is sent without the token.
            #expect(
                requests.allSatisfy { $0.asksForHeadOnly || $0.headers["Authorization"] == "Bearer \(Self.secret)" })
            #expect(!told.contains(Self.secret))
            #expect(!told.contains("S3cret"))
            #expect(!seen.value.isEmpty)
            #expect(!seen.value.contains { $0.contains(Self.secret) }, "it is in the list of processes")
            for (path, bytes) in try Self.files(below: agg) {
                #expect(bytes.firstRange(of: Data(Self.secret.utf8)) == nil, "\(path) holds the token")
            }
        }

        /// The command lines of all processes, as `ps` shows them.
        private static func commandLines() -> [String] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
            return names.filter { Int($0) != nil }.compactMap { name in
                FileManager.default.contents(atPath: "/proc/\(name)/cmdline").map {
                    String(decoding: $0, as: UTF8.self)
                }
            }
        }

        @Test func `a password in a URL goes to its server and is never shown`() async throws {
            let agg = try Agg()
            let server = try await LoopbackServer.start { _ in
                LoopbackResponse(
                    "<rss version=\"2.0\"><channel><title>t</title><item><title>a</title><link>/a</link></item></channel></rss>"
                )
            }
            let address =
                "\(server.url("/feed"))".replacing("://", with: "://ann:\(Self.secret)@") + "?api_key=\(Self.secret)"
            try agg.configure(["feed": "url: \"\(address)\""])
            var told = ""
            for arguments in [
                ["refresh"], ["sources", "feed"], ["sources", "feed", "--json"], ["list", "feed", "--json"], ["doctor"],
                ["source", "add", "feed", address, "--id", "again"],
            ] {
                let result = try await agg.run(
                    arguments: ["--log-level", "trace", "--log", agg.folder.path("agg.log")] + arguments)
                #expect(result.status == 0, "\(result.errors)")
                told += result.output + result.errors
            }
            for line in [
                "source add feed ftp://ann:\(Self.secret)@h/", "source import http://ann:\(Self.secret)@127.0.0.1:1/x",
            ] {
                let failure = try await agg.run("-c", line)
                #expect(failure.status != 0)
                told += failure.errors
            }
            #expect(told.contains("://***@127.0.0.1"))
            #expect(!told.contains(Self.secret))
            try agg.configure(["feed": "url: \"ftp://ann:\(Self.secret)@127.0.0.1/\""])
            for arguments in [["sources"], ["sources", "--json"]] {
                let faults = try await agg.run(arguments: arguments)
                #expect(
                    faults.status == 2 && faults.errors.contains("ftp://***@") && !faults.errors.contains(Self.secret))
            }
            let asked = await server.requests
            let basic = "Basic \(Data("ann:\(Self.secret)".utf8).base64EncodedString())"
            #expect(asked.allSatisfy { $0.headers["Authorization"] == basic })
            for (path, bytes) in try Self.files(below: agg) where !path.hasSuffix(".yml") {
                #expect(bytes.firstRange(of: Data(Self.secret.utf8)) == nil, "\(path) holds the password")
            }
        }

        @Test(arguments: ["redirect", "link", "github redirect away and back"])
        func `a token never goes to another port`(way: String) async throws {
            let agg = try Agg()
            let other = try await LoopbackServer.start { _ in .json(#"{"total_count":0,"items":[]}"#) }
            let home = Changing<String>("")
            let server = try await LoopbackServer.start { request in
                if way == "link" {
                    return .json(
                        #"{"total_count":900,"items":[{"id":7,"name":"repo","full_name":"o/repo","owner":{"login":"o"}}]}"#,
                        headers: ["Link": "<\(other.url("/x"))>; rel=\"next\""])
                }
                return .redirect(to: "\(other.url("/x"))")
            }
            home.value = "\(server.url(""))"
            try agg.configure(["github": "endpoint: \"\(server.url(""))\""])
            _ = try await agg.run("refresh", environment: ["GITHUB_TOKEN": Self.secret])
            #expect(await server.requests.first?.headers["Authorization"] == "Bearer \(Self.secret)")
            for request in await other.requests {
                #expect(!request.headers.all.contains { $0.value.contains(Self.secret) })
            }
            #expect(await other.requests.isEmpty == (way == "link"), "a page on another host is not asked for at all")
        }

        @Test func `a token command runs only before a request, and not if the variable has a token`()
            async throws
        {
            let agg = try Agg()
            let server = try await Self.api()
            let mark = agg.folder.path("ran")
            try agg.configure([
                "github": "endpoint: \"\(server.url(""))\", token_command: \"echo x >> \(mark); echo \(Self.secret)\""
            ])
            func runs() -> Int {
                (try? String(contentsOfFile: mark, encoding: .utf8))?.split(separator: "\n").count ?? 0
            }
            for arguments in [
                ["search", "x"], ["sources", "github"], ["--offline", "refresh"], ["--offline", "doctor"],
            ] {
                _ = try await agg.run(arguments: arguments)
            }
            _ = try await agg.run("refresh", environment: ["GITHUB_TOKEN": "other"])
            #expect(runs() == 0)
            let stored = try await agg.run("refresh")
            #expect(stored.status == 0, "\(stored.errors)")
            #expect(runs() == 1)
            #expect(await server.requests.last?.headers["Authorization"] == "Bearer \(Self.secret)")
            try agg.configure(["github": "endpoint: \"\(server.url(""))\", token_command: \"echo other\""])
            #expect(
                try await agg.run("sources", "--json").source("stale") == .boolean(false), "the rows are not stale")
        }

        @Test(arguments: [
            ("echo half-a-secret; exit 9", "exited with status 9"), ("true", "printed no token"),
            ("/no/such/program", "exited with status 127"),
        ])
        func `a failing token command is reported without its output`(command: String, reason: String) async throws {
            let agg = try Agg()
            let server = try await Self.api()
            try agg.configure(["github": "endpoint: \"\(server.url(""))\", token_command: \"\(command)\""])
            let result = try await agg.run("--log-level", "debug", "refresh")
            #expect(result.status == 4)
            #expect(result.errors.contains("the token_command of github \(reason); run it by hand to see why"))
            #expect(!(result.output + result.errors).contains("half-a-secret"))
            #expect(await server.requests.isEmpty)
            #expect(try await agg.checks("doctor")["token github"]?.status == "failed")
        }

        @Test func `all its files are accessible only to their owner, whatever the umask`() async throws {
            let agg = try Agg()
            let variables = ["HOME": agg.folder.path, "XDG_CONFIG_HOME": agg.folder.path("made/config")]
            let program = builtProgram("agg")
            try FileManager.default.createDirectory(
                atPath: agg.folder.path("made"), withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            let terminal = try PseudoTerminal(
                ["/bin/sh", "-c", "umask 0; exec \(program) --offline --log \(agg.folder.path("made/log"))"],
                environment: agg.environment.merging(variables) { $1 }.merging([
                    "AGG_STORE": agg.folder.path("made/store"), "XDG_STATE_HOME": agg.folder.path("made/state"),
                ]) { $1 })
            try await terminal.waitForPrompt()
            try terminal.type("favorite cities:2988507\r")
            try await terminal.wait(for: "Added")
            try terminal.type("source disable feed\r")
            try await terminal.wait(for: "Disabled feed")
            // Logs and shared memory exist only while it runs.
            let paths =
                FileManager.default.enumerator(atPath: agg.folder.path("made"))?.compactMap { $0 as? String } ?? []
            let names = Set(paths.map { ($0 as NSString).lastPathComponent })
            #expect(
                names.isSuperset(of: [
                    "store", "mirror.sqlite", "user.sqlite", "user.sqlite-wal", "user.sqlite-shm", "history", "log",
                    "sources.d", "feed.yml",
                ]), "\(names)")
            for path in paths {
                let attributes = try FileManager.default.attributesOfItem(atPath: agg.folder.path("made/\(path)"))
                let rights = attributes[.posixPermissions] as? Int ?? 0
                let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
                #expect(rights == (isFolder ? 0o700 : 0o600), "\(path) has \(String(rights, radix: 8))")
            }
        }

        @Test(arguments: [
            "<!DOCTYPE r [<!ENTITY x SYSTEM \"file://SECRET\">]>", "<!DOCTYPE r SYSTEM \"file://SECRET\">",
            "<!DOCTYPE r [<!ENTITY % x SYSTEM \"file://SECRET\"> %x;]>",
        ])
        func `a feed cannot make it read a file or contact another host`(doctype: String) async throws {
            let agg = try Agg()
            let other = try await LoopbackServer.start { _ in LoopbackResponse("told") }
            _ = try agg.file("secret.txt", "S3cret of a file")
            let doctype = doctype.replacing("SECRET", with: agg.folder.path("secret.txt"))
            for address in [
                doctype, doctype.replacing("file://\(agg.folder.path("secret.txt"))", with: "\(other.url("/dtd"))"),
            ] {
                let feed = """
                    <?xml version="1.0"?>\(address)<rss version="2.0" xmlns:xi="http://www.w3.org/2001/XInclude"><channel>\
                    <title>t &x;</title><item><guid>1</guid><title>A &x; title</title><description>&x;\
                    <xi:include href="\(agg.folder.path("secret.txt"))" parse="text"/></description></item></channel></rss>
                    """
                let server = try await LoopbackServer.start { _ in LoopbackResponse(feed) }
                try agg.configure(["feed": "url: \"\(server.url("/feed"))\""])
                _ = try await agg.run("refresh")
                let shown = try await agg.run("list", "feed", "--json")
                #expect(!shown.output.contains("S3cret"))
                #expect(await other.requests.isEmpty)
            }
        }

        @Test(arguments: ["file:///etc/hostname", "ftp://127.0.0.1/x", "gopher://127.0.0.1:70/x", "data:text/plain,x"])
        func `no response leads to another scheme`(target: String) async throws {
            let agg = try Agg()
            let server = try await LoopbackServer.start { request in
                switch request.path {
                case "/page":
                    LoopbackResponse("<html><link rel=alternate type=application/rss+xml href=\"\(target)\"></html>")
                default: .redirect(to: target)
                }
            }
            try agg.configure([
                "cities": "url: \"\(server.url("/cities.json"))\"", "github": "endpoint: \"\(server.url("/api"))\"",
                "nyc-schools": "endpoint: \"\(server.url("/nyc"))\"", "feed": "url: \"\(server.url("/feed"))\"",
            ])
            let refresh = try await agg.run("refresh")
            #expect(refresh.status == 5)
            #expect(refresh.errorLines.count == 4)
            #expect(refresh.errorLines.allSatisfy { $0.contains("refused") }, "\(refresh.errors)")
            let added = try await agg.run("source", "add", "feed", "\(server.url("/page"))")
            #expect(added.status != 0, "\(added.output)")
        }

        private static let canServe = FileManager.default.isExecutableFile(atPath: SecureServer.program)

        @Test(.enabled(if: canServe)) func `an untrusted certificate is refused`() async throws {
            let agg = try Agg()
            let server = try await SecureServer(agg)
            try agg.configure(["cities": "url: \"\(server.url("/cities.json"))\""])
            let refresh = try await agg.run("refresh")
            #expect(refresh.status == 5)
            #expect(refresh.errors.contains("certificate"), "\(refresh.errors)")
        }

        @Test(.enabled(if: canServe)) func `no response leads from https to http`() async throws {
            let agg = try Agg()
            let plain = try await LoopbackServer.start { _ in .json(CityList.sample) }
            let list = CityList.sample
            let server = try await SecureServer(
                agg,
                answers: [
                    "whole": "HTTP/1.1 200 OK\r\nContent-Length: \(list.utf8.count)\r\n\r\n\(list)",
                    "moved": "HTTP/1.1 302 Found\r\nLocation: \(plain.url("/whole"))\r\nContent-Length: 0\r\n\r\n",
                ])
            let trusting = ["SSL_CERT_FILE": server.certificate]
            try agg.configure(["cities": "url: \"\(server.url("/whole"))\""])
            #expect(try await agg.run("refresh", environment: trusting).status == 0)
            // The server takes one connection at a time.
            try agg.configure(
                ["cities": "url: \"\(server.url("/moved"))\"", "feed": "url: \"\(server.url("/moved"))\""],
                network: "{at_once: 1}")
            let refresh = try await agg.run("refresh", environment: trusting)
            #expect(refresh.status == 6, "the stored rows are used")
            #expect(refresh.errorLines.count == 2)
            #expect(
                refresh.errorLines.allSatisfy { $0.contains("redirects from https to http") }, "\(refresh.errors)")
            #expect(await plain.requests.isEmpty)
        }
    }
}
