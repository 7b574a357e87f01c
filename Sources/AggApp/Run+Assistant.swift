import AggCommands
import AggMCP
import AggShell

extension Run {
    /// Serves an assistant on standard input and output until the input ends.
    func serveAssistant(allowsRefresh: Bool) async {
        if terminal.isInteractive {
            let remark = "waiting for an assistant on standard input; press Ctrl-D to stop"
            streams.writeError(Renderer.render(remark: remark, terminal.errorPresentation(session.settings)))
        }
        let server = MCPServer(
            context: context, policy: policy, version: Version.text, allowsRefresh: allowsRefresh,
            channel: .standard(streams))
        await server.run()
    }
}

extension MCPServer.Channel {
    /// Standard input and output.
    static func standard(_ streams: StandardStreams) -> MCPServer.Channel {
        let reader = PlainLineReader(streams: streams)
        return MCPServer.Channel {
            switch await reader.readLine(prompt: "") {
            case .line(let line): .line(line)
            case .unreadable(let reason): .unreadable(reason)
            case .interrupted, .endOfInput: .end
            }
        } send: { line in
            streams.write(line + "\n")
            return streams.flush() == .written
        }
    }
}
