/// Words in column names that indicate the purpose of the column.
enum ColumnWords {
    /// Words for a column that identifies a row.
    static let ids: Set<String> = ["id", "key", "uuid", "guid", "fid", "oid", "objectid", "identifier"]
    /// Words for a column that may identify a row.
    static let references: Set<String> = ["code", "number", "no", "num", "slug", "iso", "fips", "ref"]
    /// Words for a column of codes, which nobody searches by.
    static let codes: Set<String> = ["code", "number", "zip", "fips", "phone", "abbreviation"]
    /// Words for a measured value, which identifies nothing.
    static let measures: Set<String> = [
        "latitude", "longitude", "lat", "lon", "lng", "amount", "price", "population", "value", "total", "temperature",
        "count", "percent", "rate", "max", "min", "precip", "area", "score", "age", "x", "y", "error",
    ]
    /// Words for a name, in several languages.
    static let names: Set<String> = [
        "name", "title", "label", "nom", "nome", "nombre", "naam", "titre", "titolo", "titulo", "titel", "libelle",
        "denominazione", "denominacion", "denomination", "bezeichnung",
    ]
    /// Words for a column that repeats the column next to it in another language.
    static let languages: Set<String> = ["fr", "es", "de", "it", "pt", "nl", "ru", "ar", "cn", "zh", "ja"]
    /// Words for a column that may well be the title.
    static let subjects: Set<String> = [
        "subject", "description", "headline", "project", "company", "supplier", "city", "country",
    ]
    /// Words that describe a row only in addition to its name.
    static let context: Set<String> = [
        "agency", "street", "cross", "county", "state", "borough", "user", "type", "status", "category", "family",
        "source", "organization", "department", "district", "continent", "region", "currency", "file", "address", "zip",
        "photo", "credit",
    ]
    /// Words for the subtitle, best first.
    static let details: [Set<String>] = [
        ["address"], ["location", "street", "neighborhood", "borough"],
        ["city", "place", "state", "country", "region"],
        ["type", "category", "status", "species", "kind", "party", "department", "result", "results"],
    ]
    /// Words for dates that come after the main event of a row.
    static let lateDates: Set<String> = [
        "updated", "modified", "closed", "due", "expiration", "expires", "end", "loaded", "target",
    ]
    /// Words for the URL of a page.
    static let links: Set<String> = ["url", "link", "website", "homepage", "page"]
    /// Words for the URL of a picture.
    static let pictures: Set<String> = ["image", "photo", "avatar", "thumbnail", "picture", "logo", "icon"]
    /// The names of latitude and longitude that go together.
    static let pairs = [
        ("latitude", "longitude"), ("lat", "lon"), ("lat", "lng"), ("lat", "long"), ("latitude", "lon"),
        ("y", "x"),
    ]
}
