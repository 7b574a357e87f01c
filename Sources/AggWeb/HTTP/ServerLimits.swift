/// What the server takes from its clients: sizes, numbers, and times.
package struct ServerLimits: Sendable {
    /// The maximum length of a request's head.
    package var head = 16_384
    /// The maximum length of a request's body.
    package var body = 65_536
    /// The maximum number of open connections.
    package var connections = 256
    /// The time for a whole request to arrive, from its first byte.
    package var request = Duration.seconds(10)
    /// The time that a connection may be idle between requests, and before the first.
    package var idle = Duration.seconds(15)
    /// The time for the client to take a piece of an answer.
    package var write = Duration.seconds(30)
    /// The time for an answer to be found.
    package var answer = Duration.seconds(60)

    /// Creates the usual limits.
    package init() {}
}
