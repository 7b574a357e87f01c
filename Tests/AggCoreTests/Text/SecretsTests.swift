import Foundation
import Testing

@testable import AggCore

struct AddressSecretsTests {
    @Test(arguments: [
        ("https://ann:pw@host:81/a?b=c#d", "https://…@host:81/a?b=c#d"), ("http://token@host", "http://…@host"),
        ("https://a:p@w@host/", "https://…@host/"), ("https://host/@a?b=c@d", "https://host/@a?b=c@d"),
        ("https://host/?Token=x&a=b&api_key=y#z", "https://host/?Token=…&a=b&api_key=…#z"),
        ("https://host/?token=&key=5&keyword=a", "https://host/?token=&key=5&keyword=a"),
        ("source add feed 'http://a:b@h/x?sig=1' --id y", "source add feed 'http://…@h/x?sig=…' --id y"),
        ("://@", "://…@"), ("a@b = c", "a@b = c"), ("", ""), ("file:///etc/x", "file:///etc/x"),
    ])
    func `user, password and values that are named like secrets are masked`(address: String, expected: String) {
        #expect(AddressSecrets.masked(address) == expected)
        #expect(AddressSecrets.masked(expected) == expected)
    }

    @Test func `a fingerprint changes with a secret and does not hold it`() throws {
        let values = try ["http://a:one@h/f?token=x", "http://a:two@h/f?token=x", "http://a:one@h/f?token=y"].map {
            ParameterValue.url(try #require(URL(string: $0))).fingerprint
        }
        #expect(Set(values).count == 3)
        #expect(!values[0].contains("one") && !values[0].contains("token=x"))
        let plain = try #require(URL(string: "http://h/f?key=x"))
        #expect(ParameterValue.url(plain).fingerprint == "url http://h/f?key=x", "which is what is stored already")
    }
}
