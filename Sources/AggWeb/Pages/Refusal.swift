import AggCommands

/// Answers to requests that are refused.
enum Refusal {
    /// A refusal in the form that fits the request: a page, or the error document of the API.
    static func answer(_ fault: WebFault, _ request: WebRequest) -> WebResponse {
        guard !request.path.hasPrefix("/api/") else {
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
