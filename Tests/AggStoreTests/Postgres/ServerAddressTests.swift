import AggStorage
import Testing

@testable import AggPostgres

/// How the URL of a server is read, for which no server is needed.
struct ServerAddressTests {
    @Test func `rejects a password in the URL without repeating it`() {
        for url in [
            "postgresql://me:secret@db/agg", "postgres://db/agg?password=secret", "postgresql://me:se/secret@db/agg",
            "postgresql://me:secret/x@127.0.0.1:1/agg", "postgresql://me:1/secret@db:5432/agg?sslmode=disable",
        ] {
            let error = #expect(throws: StoreError.self) { try ServerAddress(url, environment: [:]) }
            #expect(error?.reason.contains(".pgpass") == true && error?.reason.contains("secret") == false)
        }
    }

    @Test func `rejects a port that is not a number without repeating it`() {
        let error = #expect(throws: StoreError.self) {
            try ServerAddress("postgresql://me:secret/agg", environment: [:])
        }
        #expect(error?.code == "usage" && error?.reason.contains("secret") == false)
    }

    @Test func `names an unknown parameter, but nothing else from the URL`() {
        func reason(_ query: String) -> String? {
            let error = #expect(throws: StoreError.self) {
                try ServerAddress("postgresql://db/agg?\(query)", environment: [:])
            }
            return error?.reason
        }
        #expect(
            reason("nonsense=secret") == "invalid store URL: PostgreSQL has no connection parameter “nonsense”")
        #expect(reason("secret") == "invalid store URL; expected postgresql://host/database")
    }

    @Test(arguments: [
        ("postgresql:///agg", true), ("postgresql://127.0.0.46:1/agg", true), ("postgresql://[::1]/agg", true),
        ("postgresql:///agg?host=/run/postgresql", true), ("postgresql://localhost/agg", true),
        ("postgresql://10.255.255.1/agg", false), ("postgresql://localhost,db.example.org/agg", false),
        ("postgresql://localhost/agg?hostaddr=10.1.2.3", false),
    ])
    func `knows whether a server is on this machine`(url: String, isHere: Bool) throws {
        #expect(try ServerAddress(url, environment: [:]).isOnThisMachine == isHere)
        #expect(!(try ServerAddress("postgresql:///agg", environment: ["PGHOST": "db"])).isOnThisMachine)
    }

    @Test(
        arguments: [
            ("postgresql://localhost,127.0.0.2/agg", nil), ("postgresql://a.org/agg", "a.org is on another host"),
            ("postgresql://a.org,b.org/agg", "a.org,b.org is on other hosts"),
            ("postgresql://localhost,b.org/agg", "localhost,b.org includes other hosts"),
        ] as [(String, String?)])
    func `says why one host or several cannot be used offline`(url: String, reason: String?) throws {
        let found = try ServerAddress(url, environment: [:]).offlineReason("copy it first")
        #expect((found == nil) == (reason == nil))
        #expect(found?.contains(reason ?? "") != false, "\(String(describing: found))")
    }

    @Test(arguments: [
        "postgresql://[::1]:5432/agg?user=a@b", "postgresql://a:1,b:2/agg", "postgresql://anne@/agg?host=/sock",
    ])
    func `a URL without a password can have ports and an at sign`(url: String) throws {
        #expect(!(try ServerAddress(url, environment: [:])).options.isEmpty)
    }

    @Test func `a remote host needs a valid certificate unless the URL says otherwise`() throws {
        func mode(_ url: String, _ environment: [String: String] = [:]) throws -> String? {
            try ServerAddress(url, environment: environment).defaults.first { $0.0 == "sslmode" }?.1
        }
        #expect(try mode("postgresql://db.example.org/agg") == "verify-full")
        #expect(try mode("postgresql://a,db.example.org/agg") == "verify-full")
        #expect(try mode("postgresql://db.example.org/agg?sslmode=require") == nil)
        #expect(try mode("postgresql://db.example.org/agg", ["PGSSLMODE": "disable"]) == nil)
        #expect(try mode("postgresql:///agg") == nil && mode("postgresql://localhost/agg") == nil)
        #expect(try mode("postgresql:///agg", ["PGHOST": "db.example.org"]) == "verify-full")
    }
}
