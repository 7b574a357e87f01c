extension CommandRegistry {
    /// The commands that come with the program.
    package static let builtIn = CommandRegistry([
        ChangesCommand(), ChartCommand(), CountCommand(), DoctorCommand(), ExitCommand(), ExplainCommand(),
        FacetCommand(), FavoriteCommand(), FavoritesCommand(), HelpCommand(), HistoryCommand(), LastCommand(),
        ListCommand(), LiveCommand(), MapCommand(), NearCommand(), OpenCommand(), ReadCommand(), RefreshCommand(),
        RunCommand(), SaveCommand(), SavedCommand(), SchemaCommand(), SearchCommand(), SetCommand(), ShowCommand(),
        SourceCommand(), SourcesCommand(), SQLCommand(), UnfavoriteCommand(), UnsaveCommand(),
    ])
}
