/// The port to the person at the terminal, for a question that has to be answered before a command goes on.
package protocol Asker: Sendable {
    /// Asks a question with a choice of answers; nil when the person leaves it.
    func choose(_ question: String, among answers: [String]) async -> String?
}
