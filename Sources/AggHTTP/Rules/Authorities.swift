import CCurl
import Glibc

/// Who vouches for the certificates of servers: the system's authorities, or those that the environment names, as for curl.
enum Authorities {
    /// The options of libcurl for what the environment names: a file with `CURL_CA_BUNDLE`, or else a file with
    /// `SSL_CERT_FILE` and a folder with `SSL_CERT_DIR`.
    static func options(_ variable: (String) -> String? = Self.variable) -> [(CURLoption, String)] {
        if let bundle = variable("CURL_CA_BUNDLE") { return [(CURLOPT_CAINFO, bundle)] }
        return [(CURLOPT_CAINFO, "SSL_CERT_FILE"), (CURLOPT_CAPATH, "SSL_CERT_DIR")].compactMap { option, name in
            variable(name).map { (option, $0) }
        }
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
