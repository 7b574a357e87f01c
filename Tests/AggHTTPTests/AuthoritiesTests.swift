import CCurl
import Testing

@testable import AggHTTP

struct AuthoritiesTests {
    @Test(arguments: [
        ([:], []), (["CURL_CA_BUNDLE": "/a"], ["file /a"]), (["SSL_CERT_FILE": "/b"], ["file /b"]),
        (["SSL_CERT_DIR": "/c"], ["folder /c"]),
        (["CURL_CA_BUNDLE": "/a", "SSL_CERT_FILE": "/b", "SSL_CERT_DIR": "/c"], ["file /a"]),
        (["SSL_CERT_FILE": "/b", "SSL_CERT_DIR": "/c"], ["file /b", "folder /c"]),
    ])
    func `reads the certificate authorities from the same variables as curl`(
        variables: [String: String], expected: [String]
    ) {
        let options = Authorities.options { variables[$0] }.map { option, path in
            "\(option == CURLOPT_CAINFO ? "file" : "folder") \(path)"
        }
        #expect(options == expected)
    }
}
