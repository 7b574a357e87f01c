/// Words in column names that indicate the purpose of the column.
package enum ColumnWords {
    /// Words for a column that identifies a row.
    package static let ids: Set<String> = ["id", "key", "uuid", "guid", "fid", "oid", "objectid", "identifier", "pk"]
    /// Words for a column that may identify a row.
    package static let references: Set<String> = [
        "code", "number", "no", "nr", "num", "nummer", "numero", "slug", "iso", "fips", "ref",
        "isbn", "issn", "ean", "upc", "gtin", "sku", "barcode", "imo", "mmsi", "icao", "iata", "siren", "siret",
    ]
    /// Words for a column of codes, which nobody searches by.
    package static let codes: Set<String> = [
        "code", "codice", "codigo", "cod", "number", "fips", "abbreviation", "abbrev",
    ]
    /// Words for ways to reach somebody, which describe nothing.
    package static let contacts: Set<String> = [
        "email", "mail", "phone", "telephone", "telefon", "telefono", "tel", "fax", "mobile", "zip", "postal",
        "postcode",
        "plz", "cap", "website", "homepage", "url", "permalink", "href",
    ]
    /// Words for a part of a person's name, which many people share.
    package static let nameParts: Set<String> = [
        "first", "last", "given", "family", "firstname", "lastname", "vorname", "prenom",
    ]
    /// Words for a part of a date, which identifies a row only in a series.
    package static let periods: Set<String> = [
        "year", "month", "day", "week", "quarter", "hour", "jahr", "monat", "annee", "ano", "mois", "mes", "mese",
        "maand",
    ]
    /// The names of columns with the year of a row.
    package static let years: Set<String> = [
        "year", "jahr", "annee", "ano", "anno", "jaar", "ar", "aar", "rok", "vuosi", "yil", "god", "nian", "period",
        "time_period", "date_", "fiscal_year", "financial_year", "calendar_year", "reference_year",
        "report_year", "school_year", "academic_year", "season", "saison",
    ]
    /// Words for the columns of an account, in which a day has any number of rows.
    package static let ledgers: Set<String> = [
        "debit", "credit", "balance", "bal", "withdrawal", "deposit", "saldo", "soll", "haben", "buchungstag",
        "verwendungszweck", "entrate", "uscite", "zustatek", "egyenleg", "bakiye", "ostatok", "upoloipo",
    ]
    /// Words for the amount of a payment.
    package static let payments: Set<String> = [
        "amount", "betrag", "importe", "importo", "montant", "bedrag", "payment", "belob", "belopp", "belop",
        "kwota", "castka", "osszeg", "summa", "poso", "maara", "tutar",
    ]
    /// Words for what a payment was for.
    package static let purposes: Set<String> = [
        "description", "payee", "merchant", "memo", "narrative", "beschreibung", "empfanger", "concepto", "libelle",
        "partner", "counterparty", "beneficiary", "text", "tekst", "rubrik", "omschrijving", "mededelingen", "causale",
        "descrizione", "descripcion", "descricao", "opis", "opisanie", "popis", "protiuctu", "forklaring", "kozlemeny",
        "aciklama", "perigraphe", "perigraphi", "saaja", "maksaja", "viesti", "tytul", "odbiorca",
    ]
    /// Words for a day.
    package static let days: Set<String> = [
        "day", "datum", "dato", "fecha", "data", "dag", "tag", "jour", "giorno", "dt", "tarih", "paiva", "kirjauspaiva",
        "pvm", "emerominia", "hemerominia",
    ]
    /// Words for a point in time, which may be written in seconds since 1970.
    package static let moments: Set<String> = [
        "date", "time", "timestamp", "datetime", "created", "updated", "modified", "published", "at", "ts", "epoch",
        "when", "reported",
    ]
    /// Words for a measured value, which identifies nothing.
    package static let measures: Set<String> = [
        "latitude", "longitude", "lat", "lon", "lng", "amount", "price", "population", "value", "total", "temperature",
        "count", "percent", "rate", "max", "min", "precip", "area", "score", "age", "x", "y", "error", "elevation",
        "height", "width", "length", "depth", "weight", "size", "distance", "cost", "volume", "pop", "inhabitants",
        "salary",
        "income", "revenue", "budget", "quantity", "qty", "capacity", "speed", "altitude", "duration", "density",
        "cases", "deaths", "visitors", "visits", "passengers", "sales", "votes", "tmin", "tmax", "tavg", "temp", "prcp",
        "precipitation", "rainfall", "humidity", "pressure", "mean", "average", "avg", "median",
    ]
    /// Words for a name, in several languages.
    package static let names: Set<String> = [
        "name", "title", "label", "nom", "nome", "nombre", "naam", "titre", "titolo", "titulo", "titel", "libelle",
        "denominazione", "denominacion", "denomination", "bezeichnung", "dba",
    ]
    /// Words for a column that repeats the column next to it in another language.
    package static let languages: Set<String> = ["fr", "es", "de", "it", "pt", "nl", "ru", "ar", "cn", "zh", "ja"]
    /// Words for a column that may well be the title.
    package static let subjects: Set<String> = [
        "subject", "description", "headline", "project", "company", "supplier", "city", "country", "summary", "product",
        "item", "course", "event", "task", "topic", "flight", "facility", "business", "branch", "school", "station",
        "restaurant", "firma", "produkt", "artikel", "candidate", "player", "athlete", "artist", "museum", "park",
        "hospital", "library", "stop", "entity",
    ]
    /// Words that describe a row only in addition to its name.
    package static let context: Set<String> = [
        "agency", "street", "cross", "county", "state", "borough", "user", "type", "status", "category", "family",
        "source", "organization", "department", "district", "continent", "region", "currency", "file", "address", "zip",
        "photo", "credit", "flag", "footnote",
    ]
    /// Words for remarks on other values of a row.
    package static let remarks: Set<String> = ["flag", "flags", "footnote", "footnotes"]
    /// Words for the subtitle, best first.
    package static let details: [Set<String>] = [
        ["address", "adresse", "indirizzo", "direccion"],
        ["location", "street", "neighborhood", "borough", "strasse", "rue", "calle", "via"],
        [
            "city", "place", "state", "country", "region", "town", "ort", "stadt", "ville", "ciudad", "municipio",
            "comune",
            "regione", "provincia",
        ],
        ["type", "category", "status", "species", "kind", "party", "department", "result", "results"],
    ]
    /// Words for an address or a place of something else than the row itself.
    package static let otherPlaces: Set<String> = [
        "mailing", "other", "previous", "former", "parent", "owner", "billing",
    ]
    /// Words for both coordinates in one column.
    package static let places: Set<String> = [
        "location", "coordinates", "coordinate", "coords", "coord", "geo", "gps", "position", "point", "center",
        "centroid", "place", "geopoint", "geolocation",
    ]
    /// Words for dates that come after the main event of a row.
    package static let lateDates: Set<String> = [
        "updated", "update", "modified", "closed", "due", "expiration", "expires", "end", "loaded", "target",
    ]
    /// Words for the URL of a page.
    package static let links: Set<String> = ["url", "link", "website", "homepage", "page"]
    /// Words for the URL of a picture.
    package static let pictures: Set<String> = ["image", "photo", "avatar", "thumbnail", "picture", "logo", "icon"]
    /// The names of latitude and longitude that go together.
    package static let pairs = [
        ("latitude", "longitude"), ("lat", "lon"), ("lat", "lng"), ("lat", "long"), ("latitude", "lon"),
        ("latitud", "longitud"), ("latitude", "longitud"), ("intptlat", "intptlong"), ("intptlat", "intptlon"),
        ("intptlat20", "intptlon20"), ("intptlat10", "intptlon10"), ("ygcswgs84", "xgcswgs84"),
        ("latitudine", "longitudine"), ("breitengrad", "langengrad"),
        ("breitengrad", "laengengrad"), ("breite", "lange"), ("breite", "laenge"), ("shirota", "dolgota"),
        ("sirota", "dolgota"),
        ("breddegrad", "lengdegrad"), ("breddegrad", "laengdegrad"), ("breedtegraad", "lengtegraad"),
        ("enlem", "boylam"), ("leveysaste", "pituusaste"), ("szelesseg", "hosszusag"),
        ("zemepisna_sirka", "zemepisna_delka"), ("szerokosc_geograficzna", "dlugosc_geograficzna"),
        ("geographiko_platos", "geographiko_mekos"),
        ("wei_du", "jing_du"), ("y", "x"), ("ycoord", "xcoord"),
    ]
    /// Words for a latitude or a longitude.
    package static let axes = Set(pairs.flatMap { [$0.0, $0.1] }.flatMap(words).map(String.init))
    /// Latitudes of the pairs that may have other meanings, such as a width, so only precise decimals are coordinates.
    private static let vagueLatitudes: Set<String> = ["y", "ycoord", "breite"]
    /// Words for the reference system of degrees.
    private static let referenceSystems: Set<String> = ["wgs", "gps", "deg", "degrees", "epsg"]
    /// The columns of a person's names, in the order of the title.
    package static let personNames = [
        ["first_name", "last_name"], ["given_name", "family_name"], ["firstname", "lastname"], ["vorname", "nachname"],
        ["vorname", "name"], ["prenom", "nom"], ["nombre", "apellidos"], ["nombre", "apellido"],
    ]

    /// The words of a column's name, without numbers at their ends.
    package static func words(of name: String) -> [Substring] {
        name.split(separator: "_").map { word in
            var short = word
            while short.utf8.last?.isASCIIDigit == true { short.removeLast() }
            return short.isEmpty ? word : short
        }
    }

    /// Whether a column's name contains one of these words.
    package static func has(_ name: String, _ wanted: Set<String>) -> Bool {
        words(of: name).contains { wanted.contains(String($0)) }
    }

    /// The first two columns whose names differ in a latitude and a longitude only, and whose values fit.
    package static func coordinates(
        of names: [String], where fits: (_ latitude: String, _ longitude: String, _ isVague: Bool) -> Bool
    ) -> (latitude: String, longitude: String)? {
        let known = Set(names)
        for (vertical, horizontal) in pairs {
            for name in names {
                let parts = name.split(separator: "_", omittingEmptySubsequences: false)
                let place = parts.lastIndex { $0 == vertical }
                guard place != nil || name == vertical else { continue }
                let partner =
                    place.map { (parts[..<$0] + [horizontal[...]] + parts[($0 + 1)...]).joined(separator: "_") }
                    ?? horizontal
                guard known.contains(partner) else { continue }
                let isVague = vagueLatitudes.contains(vertical) && !has(name, referenceSystems)
                if fits(name, partner, isVague) { return (name, partner) }
            }
        }
        return nil
    }
}
