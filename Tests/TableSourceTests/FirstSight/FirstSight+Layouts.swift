extension FirstSight {
    /// JSON documents with a member for each column, or with labels beside the rows.
    static let layouts = [
        FirstSight(
            "a data frame as pandas writes it",
            [#"{"id":{"0":7,"1":8},"name":{"0":"Oak","1":"Elm"},"planted":{"0":"2024-03-05","1":null}}"#],
            roles: "key id, title name, date planted", record: "7 | Oak | - | 2024-03-05 | -",
            columns: "id:integer, name, planted:date"),
        FirstSight(
            "a data frame of some rows of another",
            [#"{"name":{"3":"Oak","7":"Elm"},"kind":{"7":"street","3":"park"}}"#],
            roles: "key key, title name, subtitle kind", record: "3 | Oak | park | - | -"),
        FirstSight(
            "a data frame whose rows have numbers for names, and a column called key",
            [#"{"city":{"1001":"Oslo","1005":"Bergen"},"key":{"1001":"x","1005":"x"}}"#],
            roles: "key key, title city", record: "1001 | Oslo | - | - | -", columns: "key:integer, city, key_2"),
        FirstSight(
            "a data frame with one column", [#"{"name":{"0":"Oak","1":"Elm"}}"#], roles: "key name, title name",
            record: "Oak | Oak | - | - | -"),
        FirstSight(
            "a list for each column", [#"{"id":[7,8],"name":["Oak","Elm"],"height":[12.5,null]}"#],
            roles: "key id, title name", record: "7 | Oak | - | - | -", columns: "id:integer, name, height:decimal"),
        FirstSight(
            "a list for each column inside a document",
            [
                #"{"latitude":52.5,"units":{"time":"iso8601","temperature":"°C"},"#,
                #""hourly":{"time":["2024-01-01T05:00","2024-01-01T06:00"],"temperature":[1.5,1.2]}}"#,
            ],
            roles: "key time, title time, date time",
            record: "2024-01-01T05:00 | 2024-01-01T05:00 | - | 2024-01-01T05:00:00 | -",
            columns: "time:date, temperature:decimal"),
        FirstSight(
            "labels beside the rows, as pandas splits them",
            [#"{"columns":["id","name","opened"],"index":[0,1],"data":[[7,"Oak","2024-03-05"],[8,"Elm",null]]}"#],
            roles: "key id, title name, date opened", record: "7 | Oak | - | 2024-03-05 | -",
            columns: "id:integer, name, opened:date"),
        FirstSight(
            "labels in objects after the rows",
            [
                #"{"data":[["7","Oak"],["8","Elm"]],"meta":[{"name":"id","type":"UInt8"},{"name":"tree","type":"String"}]}"#
            ],
            roles: "key id, title tree", record: "7 | Oak | - | - | -", columns: "id:integer, tree"),
        FirstSight(
            "a member for each row, named by numbers",
            [#"{"7":{"name":"Oak","kind":"park"},"8":{"name":"Elm","kind":"street"}}"#],
            roles: "key key, title name, subtitle kind", record: "7 | Oak | park | - | -"),
        FirstSight(
            "a member for each row, with a key of its own",
            [#"{"oslo":{"key":"A1","name":"Oslo"},"bergen":{"key":"A1","name":"Bergen"}}"#],
            roles: "key key, title name", record: "oslo | Oslo | - | - | -", columns: "key, key_2, name"),
        FirstSight(
            "one record with two lists", [#"{"id":1,"name":"Oak","tags":["a","b"],"colors":["red","green"]}"#],
            roles: "key id, title name", record: "1 | Oak | - | - | -"),
    ]

    /// Text in columns of fixed width.
    static let widths = [
        FirstSight(
            "columns padded with blanks",
            [
                "ID   NAME      CITY      AGE", "1    Oak       Rome       12", "2    Elm tree  Oslo        7",
                "3    Ash       Bonn      103",
            ],
            roles: "key id, title name, subtitle city", record: "1 | Oak | Rome | - | -",
            columns: "id:integer, name, city, age:integer"),
        FirstSight(
            "a rule below the labels, and letters of several bytes",
            [
                "code  name           pop", "----  ----------  ------", "A1    Łódź        672185",
                "B2    São Paulo        7",
            ],
            roles: "key code, title name", record: "A1 | Łódź | - | - | -", columns: "code, name, pop:integer"),
        FirstSight(
            "labels with blanks", ["ID   First Name  Age", "1    Ann          12", "2    Bob           7"],
            roles: "key id, title first_name", record: "1 | Ann | - | - | -",
            columns: "id:integer, first_name, age:integer"),
        FirstSight(
            "commas in some texts",
            ["ID    NAME        QTY", "001   Alpha, Inc    5", "002   Beta, Ltd    16", "003   Gamma       107"],
            roles: "key id, title name", record: "001 | Alpha, Inc | - | - | -", columns: "id, name, qty:integer"),
        FirstSight(
            "comments above the labels",
            [
                "# Stations, by network", "# with blanks  between the columns",
                "STATION ID  LAT      LON      ELEV  NAME", "US0000000   40.000  -100.000    0.0  STATION NUMBER 0",
                "US0000001   41.000  -101.000   10.5  STATION NUMBER 1",
                "US0000002   42.000  -102.000  210.0  STATION NUMBER 2",
            ],
            roles: "key station_id, title name, latitude lat, longitude lon",
            record: "US0000000 | STATION NUMBER 0 | - | - | 40.0000,-100.0000",
            columns: "station_id, lat:decimal, lon:decimal, elev:decimal, name"),
        FirstSight(
            "a title and a blank line above the labels",
            [
                "My report", "", "ID   NAME      CITY      AGE", "1    Oak       Rome       12",
                "2    Elm tree  Oslo        7", "3    Ash       Bonn      103",
            ],
            roles: "key id, title name, subtitle city", record: "1 | Oak | Rome | - | -",
            columns: "id:integer, name, city, age:integer",
            note: "the first 2 lines are not part of the table, so they are skipped"),
    ]

    /// Labels in two rows.
    static let groups = [
        FirstSight(
            "labels of groups above numbers",
            [
                "Name,Population,,Area,", ",2010,2020,km2,sq mi", "Oslo,586860,693494,454,175",
                "Bergen,256600,283929,465,180",
            ],
            roles: "key name, title name", record: "Oslo | Oslo | - | - | -",
            columns:
                "name, population_2010:integer, population_2020:integer, area_km2:integer, area_sq_mi:integer",
            note: "the header has two rows, so their labels are combined"),
        FirstSight(
            "labels of groups with the same parts",
            ["Region,Male,,Female,", ",Count,Percent,Count,Percent", "North,10,50.0,10,50.0", "South,20,40.0,30,60.0"],
            roles: "key region, title region", record: "North | North | - | - | -",
            columns: "region, male_count:integer, male_percent:decimal, female_count:integer, female_percent:decimal",
            note: "the header has two rows, so their labels are combined"),
        FirstSight(
            "labels of groups with all labels below them, as in spreadsheets",
            [
                ",2022,,2023,", "Country,Imports,Exports,Imports,Exports", "France,10,12,11,13", "Spain,8,7,9,9",
                "Italy,6,5,7,7",
            ],
            roles: "key country, title country", record: "France | France | - | - | -",
            columns:
                "country, col_2022_imports:integer, col_2022_exports:integer, col_2023_imports:integer, "
                + "col_2023_exports:integer",
            note: "the header has two rows, so their labels are combined"),
        FirstSight(
            "labels of groups above units and the label of the first column",
            [",Size,,Weight,", "Tree,m,ft,kg,lb", "Oak,20,66,900,1984", "Elm,15,49,700,1543"],
            roles: "key tree, title tree", record: "Oak | Oak | - | - | -",
            columns: "tree, size_m:integer, size_ft:integer, weight_kg:integer, weight_lb:integer",
            note: "the header has two rows, so their labels are combined"),
    ]

    /// Both coordinates in one column.
    static let pairs = [
        FirstSight(
            "latitude first", ["name,where", "Empire State,\"40.7, -74.0\"", "Ferry Building,\"37.79, -122.39\""],
            roles: "key name, title name, location where",
            record: "Empire-State | Empire State | - | - | 40.7000,-74.0000"),
        FirstSight(
            "longitude first, west of the inhabited latitudes", ["name,where", "Empire State,\"-74.0,40.7\""],
            roles: "key name, title name, location where",
            record: "Empire-State | Empire State | - | - | 40.7000,-74.0000"),
        FirstSight(
            "longitude first, as one longitude shows",
            ["name;spot", "Paris;2.35,48.85", "Tokyo;139.69,35.68"],
            roles: "key name, title name, location spot", record: "Paris | Paris | - | - | 48.8500,2.3500"),
        FirstSight(
            "longitude first, by name", ["name;lon_lat", "Paris;2.35,48.85", "Rome;12.49,41.89"],
            roles: "key name, title name, location lon_lat", record: "Paris | Paris | - | - | 48.8500,2.3500"),
        FirstSight(
            "an order that nothing shows", ["name;spot", "Paris;48.85,2.35", "Rome;41.89,12.49"],
            roles: "key name, title name, location spot", record: "Paris | Paris | - | - | 48.8500,2.3500",
            note: "“spot” is read latitude first; use --pairs longitude-first to change that"),
        FirstSight(
            "amounts that are not coordinates", ["name,amount", "Smith,\"1,000.00\"", "Hall,", "Jones,\"5,000.00\""],
            roles: "key name, title name", record: "Smith | Smith | - | - | -", columns: "name, amount:decimal"),
        FirstSight(
            "amounts with a decimal comma that are not coordinates", ["sku;price", "A1;1.050,00", "A2;2.075,50"],
            roles: "key sku, title sku", record: "A1 | A1 | - | - | -", columns: "sku, price:decimal"),
        FirstSight(
            "blanks between the numbers", ["name,spot", "New York,40.7128 -74.0060", "Sitka,57.0531 -135.33"],
            roles: "key name, title name, location spot", record: "New-York | New York | - | - | 40.7128,-74.0060"),
        FirstSight(
            "lists in JSON",
            [#"[{"name":"New York","coordinates":[-74.0,40.7]},{"name":"Sitka","coordinates":[-135.3,57.1]}]"#],
            roles: "key name, title name, location coordinates",
            record: "New-York | New York | - | - | 40.7000,-74.0000"),
        FirstSight(
            "lists of whole numbers, latitude first by name",
            [#"[{"name":"Germany","latlng":[51,9]},{"name":"Ireland","latlng":[53.5,-8]}]"#],
            roles: "key name, title name, location latlng", record: "Germany | Germany | - | - | 51.0000,9.0000"),
        FirstSight(
            "lists of whole numbers that are not coordinates",
            [#"[{"name":"A","position":[3,4]},{"name":"B","position":[5,6]}]"#],
            roles: "key name, title name", record: "A | A | - | - | -", columns: "name, position:list"),
        FirstSight(
            "lists that are not coordinates", [#"[{"name":"A","ratios":[1.5,2.5]},{"name":"B","ratios":[1.5,3.5]}]"#],
            roles: "key name, title name", record: "A | A | - | - | -", columns: "name, ratios:list"),
    ]

    /// Tables in which only two columns together identify a row.
    static let pairedKeys = [
        FirstSight(
            "years of countries",
            ["country,year,population", "Norway,2020,5", "Norway,2021,5", "Sweden,2020,10", "Sweden,2021,10"],
            roles: "key country year, title country, date year", record: "Norway/2020 | Norway | - | 2020-01-01 | -"),
        FirstSight(
            "lines of orders",
            ["order_id,line,product,qty", "1,1,Pen,5", "1,2,Ink,1", "2,1,Pen,2", "2,2,Pen,1"],
            roles: "key order_id line, title product", record: "1/1 | Pen | - | - | -"),
        FirstSight(
            "days of stations",
            [
                "station,date,rain", "Oslo,2024-01-01,0.5", "Oslo,2024-01-02,0.0", "Rome,2024-01-01,0.5",
                "Rome,2024-01-02,1.5",
            ],
            roles: "key station date_, title station, date date_", record: "Oslo/2024-01-01 | Oslo | - | 2024-01-01 | -"
        ),
        FirstSight(
            "cases that differ by chance",
            [
                "areaType,areaName,areaCode,date,newCases", "nation,England,E92,2024-01-01,120",
                "nation,Scotland,S92,2024-01-01,17", "nation,England,E92,2024-01-02,1320",
                "nation,Scotland,S92,2024-01-02,9",
            ],
            roles: "key area_code date_, title area_name, date date_",
            record: "E92/2024-01-01 | England | - | 2024-01-01 | -"),
        FirstSight(
            "areas on a few days",
            ["date,area,checked", "2024-01-01,North,50", "2024-01-01,South,9", "2024-01-02,North,7"],
            roles: "key date_ area, title area, date date_",
            record: "2024-01-01/North | North | - | 2024-01-01 | -"),
        FirstSight(
            "stations rather than the weather at them",
            [
                "date,weather,station,level", "2024-01-01,dry,Oslo,51", "2024-01-01,wet,Bergen,9",
                "2024-01-02,wet,Oslo,7", "2024-01-02,dry,Bergen,30",
            ],
            roles: "key date_ station, title station, subtitle weather, date date_",
            record: "2024-01-01/Oslo | Oslo | dry | 2024-01-01 | -"),
        FirstSight(
            "all combinations of two texts",
            ["sex,ageband,persons", "F,young,512", "F,old,40", "M,young,530", "M,old,33"],
            roles: "key sex ageband, title ageband", record: "F/young | young | - | - | -"),
        FirstSight(
            "one number that differs by chance", ["kind,people", "Park,5", "Park,950", "Pool,17", "Pool,300"],
            roles: "key digest of the row, title kind", record: "078261c825a412e8 | Park | - | - | -"),
        FirstSight(
            "a number that numbers the rows", ["kind,plate", "Park,100205", "Park,100305", "Pool,100405"],
            roles: "key plate, title kind", record: "100205 | Park | - | - | -"),
        FirstSight(
            "numbers for names", ["lat,lon,name", "41.5,12.25,3", "42.5,13.25,17"],
            roles: "key name, title name, latitude lat, longitude lon", record: "3 | 3 | - | - | 41.5000,12.2500"),
        FirstSight(
            "a text after a number that differs by chance", ["kind,seats,hall", "Park,5,A", "Park,950,B", "Pool,17,C"],
            roles: "key hall, title kind", record: "A | Park | - | - | -"),
        FirstSight(
            "payments",
            [
                "Date,Description,Amount", "2024-01-02,Coffee,-3.50", "2024-01-02,Bread,-2.10",
                "2024-01-03,Coffee,-3.50",
            ],
            roles: "key digest of the row, title description, date date_",
            record: "d535c02f94cb5bb0 | Coffee | - | 2024-01-02 | -"),
        FirstSight(
            "measurements that differ by chance",
            ["kind,height,width", "Oak,1.5,2.5", "Oak,1.6,2.6", "Elm,1.5,2.6", "Elm,1.6,2.5"],
            roles: "key digest of the row, title kind", record: "12badc1459447d0f | Oak | - | - | -"),
    ]
}
