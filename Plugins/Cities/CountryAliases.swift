/// Other names of countries that people type: abbreviations, former names, names in the country's own language.
enum CountryAliases {
    /// The other names of a country, by its code; empty for most countries.
    static func aliases(of code: String) -> [String] {
        aliases[code] ?? []
    }

    private static let aliases: [String: [String]] = [
        "AE": ["UAE", "Emirates"],
        "BA": ["Bosna"],
        "BR": ["Brasil"],
        "CD": ["DR Congo", "DRC", "Congo-Kinshasa"],
        "CG": ["Congo-Brazzaville"],
        "CH": ["Schweiz", "Suisse", "Svizzera"],
        "CI": ["Côte d’Ivoire"],
        "CN": ["PRC"],
        "CV": ["Cape Verde"],
        "CZ": ["Czech Republic"],
        "DE": ["Deutschland"],
        "ES": ["España"],
        "GB": ["UK", "Great Britain"],
        "GR": ["Hellas"],
        "IE": ["Éire"],
        "IT": ["Italia"],
        "JP": ["Nippon"],
        "KP": ["DPRK"],
        "KR": ["Republic of Korea"],
        "MK": ["Macedonia"],
        "MM": ["Burma"],
        "NL": ["Holland"],
        "NZ": ["Aotearoa"],
        "PS": ["Palestine"],
        "RU": ["Russian Federation"],
        "SZ": ["Swaziland"],
        "TL": ["East Timor"],
        "TR": ["Türkiye"],
        "US": ["USA", "America"],
        "VA": ["Holy See"],
        "VN": ["Viet Nam"],
    ]
}
