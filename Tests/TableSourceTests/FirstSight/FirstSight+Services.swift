extension FirstSight {
    /// The responses of well-known services.
    static let services = [
        FirstSight(
            "results of a SPARQL query",
            [
                #"{"head":{"vars":["item","itemLabel","coord","inception"]},"results":{"bindings":["#,
                #"{"item":{"type":"uri","value":"http://www.wikidata.org/entity/Q72"},"#,
                #""itemLabel":{"xml:lang":"en","type":"literal","value":"Zürich"},"#,
                #""coord":{"datatype":"http://www.opengis.net/ont/geosparql#wktLiteral","type":"literal","value":"Point(8.54 47.37)"},"#,
                #""inception":{"type":"literal","value":"1218-01-01T00:00:00Z"}},"#,
                #"{"item":{"type":"uri","value":"http://www.wikidata.org/entity/Q70"},"#,
                #""itemLabel":{"xml:lang":"en","type":"literal","value":"Bern"}}]}}"#,
            ],
            roles: "key item, title item_label, date inception, location coord, link item",
            record: "http://www.wikidata.org/entity/Q72 | Zürich | - | 1218-01-01T00:00:00Z | 47.3700,8.5400",
            columns: "item, item_label, inception:date"),
        FirstSight(
            "elements of OpenStreetMap",
            [
                #"{"version":0.6,"elements":["#,
                #"{"type":"node","id":1,"lat":52.51,"lon":13.37,"tags":{"amenity":"cafe","name":"Einstein"}},"#,
                #"{"type":"way","id":2,"center":{"lat":52.52,"lon":13.38},"nodes":[7,8],"tags":{"amenity":"cafe","name":"See"}},"#,
                #"{"type":"way","id":3,"bounds":{"minlat":52.5,"minlon":13.3,"maxlat":52.51,"maxlon":13.32},"tags":{"name":"Park"}}]}"#,
            ],
            roles: "key id, title tags_name, subtitle type, latitude lat, longitude lon",
            record: "1 | Einstein | node | - | 52.5100,13.3700"),
        FirstSight(
            "only areas of OpenStreetMap",
            [
                #"{"elements":[{"type":"way","id":2,"center":{"lat":52.52,"lon":13.38},"tags":{"name":"See"}},"#,
                #"{"type":"way","id":3,"bounds":{"minlat":52.5,"minlon":13.3,"maxlat":52.51,"maxlon":13.32},"tags":{"name":"Park"}}]}"#,
            ],
            roles: "key id, title tags_name, subtitle type, latitude lat, longitude lon",
            record: "2 | See | way | - | 52.5200,13.3800"),
        FirstSight(
            "columns that Socrata adds",
            [
                #"{"meta":{"view":{"columns":[{"name":"sid","dataTypeName":"meta_data"},{"name":"id","dataTypeName":"meta_data"},"#,
                #"{"name":"created_at","dataTypeName":"meta_data"},{"name":"Facility Name","dataTypeName":"text"},"#,
                #"{"name":"City","dataTypeName":"text"},{"name":"Opened","dataTypeName":"calendar_date"}]}},"data":["#,
                #"["row-ab.c","00-1",1709640000,"Clinic North","Albany","2020-01-05T00:00:00"],"#,
                #"["row-cd.e","00-2",1709640009,"Clinic South","Troy","2021-01-05T00:00:00"]]}"#,
            ],
            roles: "key id, title facility_name, subtitle city, date opened",
            record: "00-1 | Clinic North | Albany | 2020-01-05 | -",
            columns: "sid, id, created_at:date, facility_name, city, opened:date"),
    ]
}
