/// What the keys do: at the prompt, with the emacs keys that hold unless `~/.editrc` says otherwise, and in `live`.
enum KeyHelp {
    /// The page of `help keys`.
    static let text = """
        At the prompt
        \(HelpText.columns(prompt))

        In live
        \(HelpText.columns(live))

        ~/.editrc changes the keys of the prompt: a line bind -v in it chooses those of vi, beside
        which Tab, Ctrl-R, Ctrl-L, Home, End, Delete, and Ctrl with the arrows stay.
        """

    private static let prompt = [
        ("Tab", "complete the word; twice: list what fits"), ("Up, Down", "earlier and later lines"),
        ("Ctrl-R", "search the earlier lines; an arrow goes on in the line found"),
        ("Ctrl-A, Ctrl-E", "to the beginning, to the end (also Home, End)"),
        ("Alt-B, Alt-F", "a word back, a word on (also Ctrl-Left, Ctrl-Right)"),
        ("Ctrl-W, Alt-D", "delete the word before, behind the cursor"),
        ("Ctrl-U, Ctrl-K", "delete to the beginning, to the end"), ("Ctrl-L", "clear the screen"),
        ("Ctrl-C", "cancel the line, or the command that runs"), ("Ctrl-D", "leave, on an empty line"),
        ("Ctrl-Z", "suspend; fg comes back"),
    ]

    private static let live = [
        ("Up, Down", "choose a record (also Ctrl-P, Ctrl-N; Page Up, Page Down)"), ("Enter", "show the record"),
        ("Ctrl-F", "make it a favorite, or take that back"), ("Esc", "leave"),
    ]
}
