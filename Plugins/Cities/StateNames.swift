/// The states of the USA, and the provinces and territories of Canada, by their ISO 3166-2 codes without the hyphen.
enum StateNames {
    /// The names that people type for a state, such as “California” and “CA”; empty for an unknown code.
    static func names(of code: String) -> [String] {
        names[code].map { [$0, String(code.suffix(2))] } ?? []
    }

    /// The two letters that stand for a state in an address, such as “CA”; nil for an unknown code.
    static func postalCode(of code: String) -> String? {
        names[code].map { _ in String(code.suffix(2)) }
    }

    private static let names: [String: String] = [
        "CAAB": "Alberta",
        "CABC": "British Columbia",
        "CAMB": "Manitoba",
        "CANB": "New Brunswick",
        "CANL": "Newfoundland and Labrador",
        "CANS": "Nova Scotia",
        "CANT": "Northwest Territories",
        "CANU": "Nunavut",
        "CAON": "Ontario",
        "CAPE": "Prince Edward Island",
        "CAQC": "Quebec",
        "CASK": "Saskatchewan",
        "CAYT": "Yukon",
        "USAK": "Alaska",
        "USAL": "Alabama",
        "USAR": "Arkansas",
        "USAZ": "Arizona",
        "USCA": "California",
        "USCO": "Colorado",
        "USCT": "Connecticut",
        "USDC": "District of Columbia",
        "USDE": "Delaware",
        "USFL": "Florida",
        "USGA": "Georgia",
        "USHI": "Hawaii",
        "USIA": "Iowa",
        "USID": "Idaho",
        "USIL": "Illinois",
        "USIN": "Indiana",
        "USKS": "Kansas",
        "USKY": "Kentucky",
        "USLA": "Louisiana",
        "USMA": "Massachusetts",
        "USMD": "Maryland",
        "USME": "Maine",
        "USMI": "Michigan",
        "USMN": "Minnesota",
        "USMO": "Missouri",
        "USMS": "Mississippi",
        "USMT": "Montana",
        "USNC": "North Carolina",
        "USND": "North Dakota",
        "USNE": "Nebraska",
        "USNH": "New Hampshire",
        "USNJ": "New Jersey",
        "USNM": "New Mexico",
        "USNV": "Nevada",
        "USNY": "New York",
        "USOH": "Ohio",
        "USOK": "Oklahoma",
        "USOR": "Oregon",
        "USPA": "Pennsylvania",
        "USRI": "Rhode Island",
        "USSC": "South Carolina",
        "USSD": "South Dakota",
        "USTN": "Tennessee",
        "USTX": "Texas",
        "USUT": "Utah",
        "USVA": "Virginia",
        "USVT": "Vermont",
        "USWA": "Washington",
        "USWI": "Wisconsin",
        "USWV": "West Virginia",
        "USWY": "Wyoming",
    ]
}
