/// Words in the names of columns that say what a column is for.
enum ColumnWords {
    /// Those of a column that identifies a row.
    static let ids: Set<String> = ["id", "key", "uuid", "guid", "fid", "oid", "objectid", "identifier"]
    /// Those of a column that may identify a row.
    static let references: Set<String> = ["code", "number", "no", "num", "slug", "iso", "fips", "ref"]
    /// Those of a column of codes, which nobody looks a row up by.
    static let codes: Set<String> = ["code", "number", "zip", "fips", "phone", "abbreviation"]
    /// Those of a measured value, which identifies nothing.
    static let measures: Set<String> = [
        "latitude", "longitude", "lat", "lon", "lng", "amount", "price", "population", "value", "total", "temperature",
        "count", "percent", "rate", "max", "min", "precip", "area", "score", "age", "x", "y", "error",
    ]
    /// Those of a name, in some languages.
    static let names: Set<String> = [
        "name", "title", "label", "nom", "nome", "nombre", "naam", "titre", "titolo", "titulo", "titel", "libelle",
        "denominazione", "denominacion", "denomination", "bezeichnung",
    ]
    /// Those of a column that says in another language what a column beside it says in English.
    static let languages: Set<String> = ["fr", "es", "de", "it", "pt", "nl", "ru", "ar", "cn", "zh", "ja"]
    /// Those of a column that may well be the title.
    static let subjects: Set<String> = [
        "subject", "description", "headline", "project", "company", "supplier", "city", "country",
    ]
    /// Those of what a row is about only beside its name.
    static let context: Set<String> = [
        "agency", "street", "cross", "county", "state", "borough", "user", "type", "status", "category", "family",
        "source", "organization", "department", "district", "continent", "region", "currency", "file", "address", "zip",
        "photo", "credit",
    ]
    /// Those of the second line, the best first.
    static let details: [Set<String>] = [
        ["address"], ["location", "street", "neighborhood", "borough"],
        ["city", "place", "state", "country", "region"],
        ["type", "category", "status", "species", "kind", "party", "department", "result", "results"],
    ]
    /// Those of dates that come after what a row is about.
    static let lateDates: Set<String> = [
        "updated", "modified", "closed", "due", "expiration", "expires", "end", "loaded", "target",
    ]
    /// Those of an address of a page.
    static let links: Set<String> = ["url", "link", "website", "homepage", "page"]
    /// Those of an address of a picture.
    static let pictures: Set<String> = ["image", "photo", "avatar", "thumbnail", "picture", "logo", "icon"]
    /// The names of latitude and longitude that go together.
    static let pairs = [
        ("latitude", "longitude"), ("lat", "lon"), ("lat", "lng"), ("lat", "long"), ("latitude", "lon"),
        ("y", "x"),
    ]
}
