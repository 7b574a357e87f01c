/// Where the lines of a session or a script come from.
package protocol LineReader: Sendable {
    /// Shows the prompt where there is somebody to see it, and waits for one line.
    ///
    /// One line is read at a time: the next call begins after the answer to the last.
    func readLine(prompt: String) async -> LineInput

    /// Shows a notice above the prompt and leaves the line being typed as it was.
    ///
    /// May be called from any task or thread, also while a line is being read. When none is being read the notice is
    /// written at once.
    func announce(_ notice: String)
}
