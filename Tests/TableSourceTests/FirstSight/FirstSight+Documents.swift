extension FirstSight {
    /// JSON documents.
    static let documents = [
        FirstSight(
            "JSON Lines of arrays with labels",
            [#"["Name", "Session", "Score"]"#, #"["Gilbert", "2013", 24]"#, #"["Alexa", "2013", 29]"#],
            roles: "key name, title name", record: "Gilbert | Gilbert | - | - | -",
            columns: "name, session:integer, score:integer"),
        FirstSight(
            "JSON Lines of arrays without labels", [#"["Gilbert", 24, true]"#, #"["Alexa", 29, true]"#],
            roles: "key column_1, title column_1", record: "Gilbert | Gilbert | - | - | -",
            columns: "column_1, column_2:integer, column_3:boolean"),
        FirstSight(
            "rows by name beside facts",
            [
                #"{"status": "ok", "meta": {"n": 3}, "data": {"#,
                #""A1": {"name": "Oak", "v": 1}, "A2": {"name": "Elm", "v": 2}, "A3": {"name": "Ash", "v": 2}}}"#,
            ],
            roles: "key key, title name", record: "A1 | Oak | - | - | -", columns: "key, name, v:integer"),
        FirstSight(
            "several lists",
            [
                #"{"links":[{"rel":"a"},{"rel":"b"},{"rel":"c"},{"rel":"d"}],"countries":[{"code":"NO","name":"Norway"}],"#,
                #""cities":[{"id":1,"name":"Oslo","country":"NO"},{"id":2,"name":"Malmö","country":"SE"}]}"#,
            ],
            roles: "key id, title name, subtitle country", record: "1 | Oslo | NO | - | -",
            note: "rows are read from “cities”, not from “countries”; use --items to choose another list"),
        FirstSight(
            "a list of columns that is longer than the rows",
            [
                #"{"meta":{"columns":[{"name":"a"},{"name":"b"},{"name":"c"}]},"#,
                #""data":{"records":[{"id":1,"name":"One"},{"id":2,"name":"Two"}]}}"#,
            ],
            roles: "key id, title name", record: "1 | One | - | - | -"),
        FirstSight(
            "a list deep inside",
            [#"{"a":{"b":{"c":{"d":{"e":{"rows":[{"id":1,"name":"One"},{"id":2,"name":"Two"}]}}}}}}"#],
            roles: "key id, title name", record: "1 | One | - | - | -"),
        FirstSight(
            "lists inside the rows",
            [#"{"data":[{"group":"g1","items":[{"id":1},{"id":2}]},{"group":"g2","items":[{"id":3}]}]}"#],
            roles: "key group, title group", record: "g1 | g1 | - | - | -"),
        FirstSight(
            "events as lines",
            [
                #"{"id":"e1","type":"push","actor":{"login":"ann"},"created_at":"2024-01-01T10:00:00Z","commits":[{"sha":"x"}]}"#,
                #"{"id":"e2","type":"push","actor":{"login":"bob"},"created_at":"2024-01-02T10:00:00Z","commits":[{"sha":"y"}]}"#,
            ],
            roles: "key id, title actor_login, subtitle type, date created_at",
            record: "e1 | ann | push | 2024-01-01T10:00:00Z | -"),
        FirstSight(
            "seconds since 1970",
            [#"[{"id":1,"name":"a","created":1700000000},{"id":2,"name":"b","created":1700000500}]"#],
            roles: "key id, title name, date created", record: "1 | a | - | 2023-11-14T22:13:20Z | -",
            columns: "id:integer, name, created:date"),
        FirstSight(
            "coordinates in an object",
            [
                #"[{"id":"a","title":"Kiosk","location":{"lat":52.5,"lng":13.4},"tags":["x","y"]},"#,
                #"{"id":"b","title":"Bar","location":{"lat":52.6,"lng":13.5},"tags":[]}]"#,
            ],
            roles: "key id, title title, latitude location_lat, longitude location_lng",
            record: "a | Kiosk | - | - | 52.5000,13.4000"),
    ]
}
