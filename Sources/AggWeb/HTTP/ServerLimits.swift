/// The limits on what clients may send and how long they may take.
package struct ServerLimits: Sendable {
    /// The maximum length of a request's head.
    package var head = 16_384
    /// The maximum length of a request's body.
    package var body = 65_536
    /// The maximum number of open connections.
    package var connections = 256
    /// The time for a whole request to arrive after its first byte.
    package var request = Duration.seconds(10)
    /// The time that a connection may be idle before the first request and between requests.
    package var idle = Duration.seconds(15)
    /// The time for the client to receive a piece of a response.
    package var write = Duration.seconds(30)
    /// The time to compute a response.
    package var answer = Duration.seconds(60)

    /// Creates the default limits.
    package init() {}
}
