import AggSource
import Foundation

/// The request for the feed.
struct QuakesEndpoint {
    static let pastDay = "https://earthquake.usgs.gov/earthquakes/feed/v1.0/summary/all_day.geojson"

    let url: URL

    func request(since state: FetchState?) -> HTTPRequest {
        HTTPRequest(url, headers: ["Accept": "application/geo+json, application/json"], validators: state?.validators)
    }
}
