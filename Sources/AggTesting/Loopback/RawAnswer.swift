/// What a raw server does with one connection after it has read the head of a request.
public struct RawAnswer: Sendable, ExpressibleByArrayLiteral {
    /// One thing to do.
    public enum Step: Sendable {
        /// Sends bytes; a client that does not read ends the answer.
        case send([UInt8])
        /// Sends a piece of zeros again and again until so many bytes are out; memory stays small.
        case fill(count: Int)
        /// Sends one byte at a time, so long apart.
        case drip([UInt8], every: Duration)
        /// Waits.
        case pause(Duration)
        /// Sends nothing until the client or the server goes away.
        case hang
        /// Breaks the connection with a TCP reset instead of closing it.
        case reset
    }

    /// The steps in order; after the last one the connection is closed.
    public let steps: [Step]

    /// Makes an answer of steps.
    public init(_ steps: [Step]) {
        self.steps = steps
    }

    /// Makes an answer of steps.
    public init(arrayLiteral elements: Step...) {
        steps = elements
    }

    /// An answer of bytes as they are.
    public static func bytes(_ bytes: [UInt8]) -> RawAnswer { [.send(bytes)] }

    /// An answer of text as it is; line ends are written `\r\n`.
    public static func text(_ text: String) -> RawAnswer { [.send(Array(text.utf8))] }
}

extension RawAnswer.Step {
    /// Sends text as it is.
    public static func text(_ text: String) -> RawAnswer.Step { .send(Array(text.utf8)) }

    /// Sends the head of an answer: the status line, the fields given and the blank line.
    public static func head(_ status: Int = 200, _ fields: String...) -> RawAnswer.Step {
        .text((["HTTP/1.1 \(status) Status"] + fields).map { $0 + "\r\n" }.joined() + "\r\n")
    }
}
