import AggCommands

/// The responses to refused requests.
enum Refusal {
    /// Returns a refusal as a page; for the feed, as a sentence; for the API and for scripts, as an error document.
    static func answer(_ fault: WebFault, _ request: WebRequest) -> WebResponse {
        // A feed reader may accept JSON feeds, too, but does not want an error document.
        if request.isForFeed { return challenging(sentence(fault)) }
        guard !request.path.hasPrefix("/api/"), !request.wantsJSON else {
            return challenging(API.refusal(CommandError(code: "refused", message: fault.message), fault.status))
        }
        var response = Layout(title: "agg").page(
            """
            <main id="main" tabindex="-1"><h1>\(WebFault.phrases[fault.status] ?? "")</h1><p>\(fault.message).</p></main>

            """)
        response.status = fault.status
        return response
    }

    /// Returns a refusal as plain text.
    static func sentence(_ fault: WebFault) -> WebResponse {
        WebResponse(fault.status, type: "text/plain; charset=utf-8", fault.message + "\n")
    }

    /// Returns an error as plain text, with the same status as in the API.
    static func sentence(_ error: CommandError) -> WebResponse {
        sentence(WebFault(API.refusal(error).status, error.message))
    }

    /// Returns a response that says how to sign in if that is missing.
    private static func challenging(_ response: WebResponse) -> WebResponse {
        guard response.status == 401 else { return response }
        var response = response
        response.headers.append(("WWW-Authenticate", "Bearer"))
        return response
    }
}
