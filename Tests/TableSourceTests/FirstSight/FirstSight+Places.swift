extension FirstSight {
    /// Tables with coordinates in all the forms that people use.
    static let places = [
        FirstSight(
            "degrees, minutes, and seconds in two columns",
            [
                "Name,Latitude,Longitude", "Central Park,40°46′56″N,73°57′55″W", "Opera House,33°51′25″S,151°12′55″E",
                "South Light,41-10-05N,071-33-30W", "West Light,N 42° 05.5',W 70° 38.2'",
            ],
            roles: "key name, title name, latitude latitude, longitude longitude",
            record: "Central-Park | Central Park | - | - | 40.7822,-73.9653",
            columns: "name, latitude, longitude"),
        FirstSight(
            "degrees, minutes, and seconds in one column",
            [
                "Site;Coordinates;Type", "Central Park;40°46′56″N 73°57′55″W;park",
                "Opera House;151°12′55″E, 33°51′25″S;hall",
            ],
            roles: "key site, title site, subtitle type, location coordinates",
            record: "Central-Park | Central Park | park | - | 40.7822,-73.9653"),
        FirstSight(
            "a degree sign that was lost", ["name,place", "Modesto,\"37\u{FFFD}36'37.8\"\"N 121\u{FFFD}2'17.9\"\"W\""],
            roles: "key name, title name, location place", record: "Modesto | Modesto | - | - | 37.6105,-121.0383"),
        FirstSight(
            "degrees with letters", ["name,lat,lon", "Berlin,52.5N,13.4E", "Sydney,33.9S,151.2E"],
            roles: "key name, title name, latitude lat, longitude lon",
            record: "Berlin | Berlin | - | - | 52.5000,13.4000"),
        FirstSight(
            "decimal commas under German names",
            ["Haltestelle;Linie;Breite;Länge", "Marienplatz;U3;48,1372;11,5755", "Sendlinger Tor;U6;48,1337;11,5672"],
            roles: "key haltestelle, title haltestelle, subtitle linie, latitude breite, longitude lange",
            record: "Marienplatz | Marienplatz | U3 | - | 48.1372,11.5755"),
        FirstSight(
            "decimal commas with three digits",
            ["name;lat;lon", "A;48,137;11,575", "B;48,133;11,567"],
            roles: "key name, title name, latitude lat, longitude lon", record: "A | A | - | - | 48.1370,11.5750",
            columns: "name, lat:decimal, lon:decimal"),
        FirstSight(
            "coordinates with a point among numbers with a comma",
            [
                "id;name;lat;lon;price;rent;tax;fee", "1;Oak;52.521;13.410;1,5;2,5;3,25;4,5",
                "2;Elm;52.520;13.411;2,75;3,5;4,25;5,5",
            ],
            roles: "key id, title name, latitude lat, longitude lon", record: "1 | Oak | - | - | 52.5210,13.4100",
            columns: "id:integer, name, lat:decimal, lon:decimal, price:decimal, rent:decimal, tax:decimal, fee:decimal"
        ),
        FirstSight(
            "coordinates with a point beside three digits after a comma",
            ["name;lat;lon;preis", "Nord;52.5211;13.4101;1,749", "Ost;52.5201;13.4111;1,689"],
            roles: "key name, title name, latitude lat, longitude lon",
            record: "Nord | Nord | - | - | 52.5211,13.4101", columns: "name, lat:decimal, lon:decimal, preis:decimal",
            note: "“1,749” in “preis” is read as 1.749; use --decimal point to read it as 1749"),
        FirstSight(
            "a latitude that lacks its point",
            ["id,name,latitude,longitude", "1,Oak,52.51,13.41", "2,Elm,5252,13.42", "3,Ash,52.53,13.43"],
            roles: "key id, title name, latitude latitude, longitude longitude",
            record: "1 | Oak | - | - | 52.5100,13.4100"),
        FirstSight(
            "ratings", ["id,name,rating", "1,Pizza Palace,4.5/5", "2,Blue Door,3.2/5.0"],
            roles: "key id, title name", record: "1 | Pizza Palace | - | - | -", columns: "id:integer, name, rating"),
        FirstSight(
            "an address before the pair",
            [
                "id,name,place", "1,Oak,\"1 Main St\nChicago, IL\n(41.88, -87.63)\"",
                "2,Elm,\"4 Oak Ave\nChicago, IL\n(41.89, -87.64)\"",
            ],
            roles: "key id, title name, location place", record: "1 | Oak | - | - | 41.8800,-87.6300",
            columns: "id:integer, name, place"),
        FirstSight(
            "an area on both sides of the 180th meridian",
            [
                #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Fiji"},"geometry":"#,
                #"{"type":"MultiPoint","coordinates":[[177,-18],[-179,-16]]}}]}"#,
            ],
            roles: "key name, title name, location geometry", record: "Fiji | Fiji | - | - | -17.0000,179.0000"),
        FirstSight(
            "widths and lengths", ["Artikel;Breite;Länge", "Tisch;80,5;120,5", "Bett;89,5;170,5"],
            roles: "key artikel, title artikel", record: "Tisch | Tisch | - | - | -"),
        FirstSight(
            "pairs in parentheses",
            ["Name,Location 1", "Ferry Building,\"(37.7955, -122.3937)\"", "Coit Tower,\"(37.8024, -122.4058)\""],
            roles: "key name, title name, location location_1",
            record: "Ferry-Building | Ferry Building | - | - | 37.7955,-122.3937"),
        FirstSight(
            "well-known text before the names",
            [
                "the_geom,name,type,year", "POINT (-73.97 40.78),Met,museum,1870",
                "POINT (-73.98 40.76),MoMA,museum,1929",
            ],
            roles: "key name, title name, subtitle type, date year, location the_geom",
            record: "Met | Met | museum | 1870-01-01 | 40.7800,-73.9700"),
        FirstSight(
            "a word before and after latitude",
            ["name,gps_latitude_wgs84,gps_longitude_wgs84", "A,52.5,13.4", "B,52.6,13.5"],
            roles: "key name, title name, latitude gps_latitude_wgs84, longitude gps_longitude_wgs84",
            record: "A | A | - | - | 52.5000,13.4000"),
        FirstSight(
            "a grid in meters",
            ["id,name,easting,northing", "1,Mast,392000.5,5820000.2", "2,Tower,393000.5,5821000.2"],
            roles: "key id, title name", record: "1 | Mast | - | - | -"),
        FirstSight(
            "missing coordinates", ["name,lat,lon", "B,33.9,151.2", "A,N/A,N/A", "C,,"],
            roles: "key name, title name, latitude lat, longitude lon", record: "B | B | - | - | 33.9000,151.2000"),
        FirstSight(
            "GeoJSON in the meters of web maps",
            [
                #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::3857"}},"#,
                #""features":[{"type":"Feature","properties":{"name":"Berlin"},"#,
                #""geometry":{"type":"Point","coordinates":[1492273,6894699]}}]}"#,
            ],
            roles: "key name, title name, location geometry", record: "Berlin | Berlin | - | - | 52.5200,13.4053"),
        FirstSight(
            "GeoJSON with its reference at the end",
            [
                #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Berlin"},"#,
                #""geometry":{"type":"Point","coordinates":[1492273,6894699]}}],"#,
                #""crs":{"type":"EPSG","properties":{"code":900913}}}"#,
            ],
            roles: "key name, title name, location geometry", record: "Berlin | Berlin | - | - | 52.5200,13.4053"),
        FirstSight(
            "GeoJSON in a national grid, with numbers that look like degrees",
            [
                #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"EPSG:25833"}},"features":["#,
                #"{"type":"Feature","properties":{"name":"Grid"},"geometry":{"type":"Point","coordinates":[10,20]}}]}"#,
            ],
            roles: "key name, title name, location geometry", record: "Grid | Grid | - | - | -",
            note: "coordinates are missing: the document uses the coordinate system EPSG:25833 instead of WGS 84"),
        FirstSight(
            "GeoJSON that names its degrees",
            [
                #"{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}},"#,
                #""features":[{"type":"Feature","properties":{"name":"Rome"},"#,
                #""geometry":{"type":"Point","coordinates":[12.5,41.9]}}]}"#,
            ],
            roles: "key name, title name, location geometry", record: "Rome | Rome | - | - | 41.9000,12.5000"),
        FirstSight(
            "GeoJSON in meters without a reference",
            [
                #"{"type":"FeatureCollection","features":["#,
                #"{"type":"Feature","properties":{"name":"Mast"},"geometry":{"type":"Point","coordinates":[392000,5820000]}}]}"#,
            ],
            roles: "key name, title name, location geometry", record: "Mast | Mast | - | - | -",
            note: "1 geometry has no valid longitude and latitude, so coordinates are missing"),
        FirstSight(
            "places without labels",
            [
                "2994701\tRoc Meler\t42.58765\t1.7418\tPK\t2811\t2023-10-03",
                "3017832\tPic de les Abelletes\t42.52535\t1.73343\tPK\t2411\t2014-11-05",
                "3017833\tEstany de les Abelletes\t42.52915\t1.73362\tLK\t2260\t2014-11-05",
            ],
            roles:
                "key column_1, title column_2, subtitle column_5, date column_7, latitude column_3, longitude column_4",
            record: "2994701 | Roc Meler | PK | 2023-10-03 | 42.5876,1.7418",
            note: "column_3 and column_4 look like latitudes and longitudes"),
        FirstSight(
            "shares without labels",
            ["1\tOak\t0.58765\t0.7418", "2\tElm\t0.52535\t0.73343", "3\tAsh\t0.52915\t0.73362"],
            roles: "key column_1, title column_2", record: "1 | Oak | - | - | -"),
        FirstSight(
            "measurements without labels",
            [
                "1\tOak\t10.58765\t20.7418\t5.12345", "2\tElm\t11.52535\t21.73343\t6.12345",
                "3\tAsh\t12.52915\t22.73362\t7.12345",
            ],
            roles: "key column_1, title column_2", record: "1 | Oak | - | - | -"),
        FirstSight(
            "a pair of coordinates beside a geometry",
            [
                #"[{"id":1,"name":"Tit","location":"52.1,13.2","geojson":{"type":"Point","coordinates":[13.2,52.1]}},"#,
                #"{"id":2,"name":"Robin","location":"52.3,13.4","geojson":{"type":"Point","coordinates":[13.4,52.3]}}]"#,
            ],
            roles: "key id, title name, location geojson", record: "1 | Tit | - | - | 52.1000,13.2000"),
    ]
}
