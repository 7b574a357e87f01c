package import AggSource
import CCurl

/// Says which libcurl there is.
package struct CurlHealth: HealthCheck {
    /// Makes the check.
    package init() {}

    /// The version of libcurl; failed where there is none.
    package func findings(in scope: HealthScope) async -> [HealthFinding] {
        guard let version = curl_version().map({ String(cString: $0) }) else {
            return [
                HealthFinding(
                    "libcurl", .failed, "libcurl.so.4 cannot be loaded, so that nothing can be fetched",
                    mend: "install it (apt install libcurl4)")
            ]
        }
        return [HealthFinding("libcurl", .ok, version.split(separator: " ").prefix(3).joined(separator: " "))]
    }
}
