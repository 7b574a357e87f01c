/// Chance and sleep, so that tests can take the place of both.
package struct Pacing: Sendable {
    /// A number from 0 to 1, another one each time.
    package var random: @Sendable () -> Double
    /// Sleeps; throws when the task is cancelled.
    package var sleep: @Sendable (Duration) async throws -> Void

    /// Makes a pacing of functions.
    package init(
        random: @escaping @Sendable () -> Double, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.random = random
        self.sleep = sleep
    }

    /// True chance and true sleep.
    package static let system = Pacing(random: { .random(in: 0...1) }, sleep: { try await Task.sleep(for: $0) })
}
