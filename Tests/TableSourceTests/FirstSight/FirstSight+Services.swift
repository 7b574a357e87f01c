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
            "hits of Elasticsearch",
            [
                #"{"took":5,"hits":{"total":2,"hits":["#,
                #"{"_index":"books","_id":"x1","_score":1.0,"_source":{"title":"Emma","author":"Jane Austen","year":1815}},"#,
                #"{"_index":"books","_id":"x2","_score":0.9,"_source":{"title":"Kim","author":"R. Kipling","year":1901}}]}}"#,
            ],
            roles: "key id, title title, subtitle author, date year",
            record: "x1 | Emma | Jane Austen | 1815-01-01 | -",
            columns: "index, id, score:decimal, title, author, year:integer"),
        FirstSight(
            "records of Opendatasoft",
            [
                #"{"nhits":2,"parameters":{"rows":10},"records":["#,
                #"{"datasetid":"velib","recordid":"0ab","fields":{"name":"Charonne","capacity":20},"#,
                #""geometry":{"type":"Point","coordinates":[2.38,48.86]},"record_timestamp":"2024-03-05T10:10:00Z"},"#,
                #"{"datasetid":"velib","recordid":"1ab","fields":{"name":"Mazet","capacity":25},"#,
                #""geometry":{"type":"Point","coordinates":[2.34,48.85]},"record_timestamp":"2024-03-05T10:10:00Z"}]}"#,
            ],
            roles: "key recordid, title name, date record_timestamp, location geometry",
            record: "0ab | Charonne | - | 2024-03-05T10:10:00Z | 48.8600,2.3800",
            columns: "datasetid, recordid, name, capacity:integer, record_timestamp:date"),
        FirstSight(
            "records in two objects",
            [
                #"{"total_count":2,"links":[],"records":["#,
                #"{"links":[],"record":{"id":"a0","size":9,"fields":{"id":"P","nom":"Paris","type":"ville"}}},"#,
                #"{"links":[],"record":{"id":"a1","size":9,"fields":{"id":"L","nom":"Lyon","type":"ville"}}}]}"#,
            ],
            roles: "key id, title nom, subtitle type", record: "a0 | Paris | ville | - | -",
            columns: "links, id, size:integer, fields_id, nom, type"),
        FirstSight(
            "a member called fields among others",
            [
                #"[{"id":1,"name":"Oak","fields":{"name":"x","w":3}},"#,
                #"{"id":2,"name":"Elm","fields":{"name":"y","w":4}}]"#,
            ],
            roles: "key id, title name", record: "1 | Oak | - | - | -",
            columns: "id:integer, name, fields_name, fields_w:integer"),
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
            "numbered members",
            [
                #"{"0":{"cik_str":320193,"ticker":"AAPL","title":"Apple Inc."},"#,
                #""1":{"cik_str":1652044,"ticker":"GOOGL","title":"Alphabet Inc."},"#,
                #""2":{"cik_str":1652044,"ticker":"GOOG","title":"Alphabet Inc."}}"#,
            ],
            roles: "key ticker, title title", record: "AAPL | Apple Inc. | - | - | -",
            columns: "cik_str:integer, ticker, title"),
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
