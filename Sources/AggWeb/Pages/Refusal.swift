import AggCommands

/// The responses to refused requests.
enum Refusal {
    /// Returns a refusal as a page or, for the API and for scripts, as an error document.
    static func answer(_ fault: WebFault, _ request: WebRequest) -> WebResponse {
        guard !request.path.hasPrefix("/api/"), !request.wantsJSON else {
            var response = API.refusal(CommandError(code: "refused", message: fault.message), fault.status)
            if fault.status == 401 { response.headers.append(("WWW-Authenticate", "Bearer")) }
            return response
        }
        var response = Layout(title: "agg").page(
            """
            <main id="main" tabindex="-1"><h1>\(WebFault.phrases[fault.status] ?? "")</h1><p>\(fault.message).</p></main>

            """)
        response.status = fault.status
        return response
    }
}
