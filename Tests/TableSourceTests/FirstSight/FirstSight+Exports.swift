extension FirstSight {
    /// Exports of spreadsheets and offices, with rows that are not data.
    static let exports = [
        FirstSight(
            "thousands with points among small numbers",
            ["name;einwohner", "Berg;1.500", "Au;980", "Thal;12.300"],
            roles: "key name, title name", record: "Berg | Berg | - | - | -", columns: "name, einwohner:integer",
            note: "“1.500” in “einwohner” is read as 1500; use --decimal point to read it as 1.500"),
        FirstSight(
            "numbers that may be thousands or fractions", ["name;value", "Berg;1.234", "Au;2.500", "Thal;12.000"],
            roles: "key name, title name", record: "Berg | Berg | - | - | -", columns: "name, value:decimal",
            note: "“1.234” in “value” is read as 1.234; use --decimal comma to read it as 1234"),
        FirstSight(
            "three digits after commas between semicolons", ["name;preis", "Nord;1,749", "Ost;1,689", "West;2,019"],
            roles: "key name, title name", record: "Nord | Nord | - | - | -", columns: "name, preis:decimal",
            note: "“1,749” in “preis” is read as 1.749; use --decimal point to read it as 1749"),
        FirstSight(
            "thousands with commas among small numbers between semicolons",
            ["name;people", "Berg;1,500", "Au;980", "Thal;12,300"],
            roles: "key name, title name", record: "Berg | Berg | - | - | -", columns: "name, people:integer",
            note: "“1,500” in “people” is read as 1500; use --decimal comma to read it as 1.500"),
        FirstSight(
            "three digits after commas between tabs", ["name\tvalue", "Berg\t1,234", "Au\t2,500", "Thal\t12,000"],
            roles: "key name, title name", record: "Berg | Berg | - | - | -", columns: "name, value:integer",
            note: "“1,234” in “value” is read as 1234; use --decimal comma to read it as 1.234"),
        FirstSight(
            "fractions of three digits beside shorter ones", ["name;value", "Berg;1.234", "Au;2.5", "Thal;12"],
            roles: "key name, title name", record: "Berg | Berg | - | - | -", columns: "name, value:decimal"),
        FirstSight(
            "dates in two orders",
            [
                "id,name,us,eu,uk", "1,Oak,03/25/2024,25/03/2024,26/04/2024", "2,Elm,04/05/2024,05/04/2024,27/04/2024",
            ],
            roles: "key id, title name, date eu", record: "1 | Oak | - | 2024-03-25 | -",
            columns: "id:integer, name, us, eu:date, uk:date",
            note: "columns with dates in another order are read as text: us"),
        FirstSight(
            "hours as digits",
            ["station;mess_datum;tt_tu", "433;2024030500;4.1", "433;2024030501;3.9", "433;2024030502;3.5"],
            roles: "key mess_datum, title mess_datum, date mess_datum",
            record: "2024030500 | 2024030500 | - | 2024-03-05 | -",
            columns: "station:integer, mess_datum:date, tt_tu:decimal"),
        FirstSight(
            "identifiers in braces",
            [
                "ObjectName,GlobalID,Status", "Oak,{3F2504E0-4F89-11D3-9A0C-0305E82C3301},Open",
                "Oak,{3F2504E0-4F89-11D3-9A0C-0305E82C3302},Shut", "Elm,{3F2504E0-4F89-11D3-9A0C-0305E82C3303},Open",
            ],
            roles: "key global_id, title object_name, subtitle status",
            record: "{3F2504E0-4F89-11D3-9A0C-0305E82C3301} | Oak | Open | - | -"),
        FirstSight(
            "signed coordinates",
            [
                "STATION NAME,LAT,LON", "Jan Mayen,+70.933,-008.667", "Bogus,+00.000,+000.000",
                "Svinoy,+62.333,+005.267",
            ],
            roles: "key station_name, title station_name, latitude lat, longitude lon",
            record: "Jan-Mayen | Jan Mayen | - | - | 70.9330,-8.6670",
            columns: "station_name, lat:decimal, lon:decimal"),
        FirstSight(
            "phone numbers with a point",
            ["id,name,phone,zone", "1,Ann,+1.2125550100,+05.30", "2,Bob,+44.2071234560,+01.00"],
            roles: "key id, title name", record: "1 | Ann | - | - | -", columns: "id:integer, name, phone, zone"),
        FirstSight(
            "names of countries in a column called admin", ["ADMIN,ISO_A3", "Aruba,ABW", "Angola,AGO", "Albania,ALB"],
            roles: "key iso_a3, title admin", record: "ABW | Aruba | - | - | -"),
        FirstSight(
            "years without a label above the regions",
            ["\"\",\"2021\",\"2022\"", "\"Both sexes\",\"5011460\",\"5149139\"", "\"Male\",\"2480000\",\"2550000\""],
            roles: "key column_1, title column_1", record: "Both-sexes | Both sexes | - | - | -",
            columns: "column_1, col_2021:integer, col_2022:integer"),
        FirstSight(
            "days without labels above codes and regions",
            [
                ";;31.12.2021;31.12.2022", "01;Schleswig-Holstein;2922005;2953270", "02;Hamburg;1853935;1892122",
                "03;Niedersachsen;8027031;8140242",
            ],
            roles: "key column_1, title column_2", record: "01 | Schleswig-Holstein | - | - | -"),
        FirstSight(
            "observations with the time of the last update",
            [
                "DATAFLOW,LAST UPDATE,freq,unit,geo,TIME_PERIOD,OBS_VALUE,OBS_FLAG",
                "ESTAT:X(1.0),11/03/24 23:00:00,A,PC,Austria,2020,5.1,",
                "ESTAT:X(1.0),11/03/24 23:00:00,A,PC,Austria,2021,5.3,b",
                "ESTAT:X(1.0),11/03/24 23:00:00,A,PC,Belgium,2020,4.9,",
                "ESTAT:X(1.0),11/03/24 23:00:00,A,PC,Belgium,2021,4.7,",
                "ESTAT:X(1.0),11/03/24 23:00:00,A,PC,Cyprus,2021,4.7,p",
            ],
            roles: "key geo time_period, title geo, date time_period",
            record: "Austria/2020 | Austria | - | 2020-01-01 | -",
            note: "the order of day and month is unclear"),
        FirstSight(
            "quoted titles above labels with another delimiter",
            [
                "\"Bevölkerung: Deutschland, Stichtag\"", "\"Fortschreibung des Bevölkerungsstandes\"",
                "\"Deutschland\"",
                "\"Stichtag\";\"Bevölkerung\"", "\"31.12.2020\";83155031", "\"31.12.2021\";83237124",
                "\"31.12.2022\";84358845",
            ],
            roles: "key stichtag, title stichtag, date stichtag",
            record: "31.12.2020 | 31.12.2020 | - | 2020-12-31 | -",
            columns: "stichtag:date, bevolkerung:integer", note: "the first 3 lines are not part of the table"),
        FirstSight(
            "a title above years without a label above the regions",
            [
                "Population by Sex and Year", "", "\" \",\"2021\",\"2022\"", "\"Both sexes\",\"5011460\",\"5149139\"",
                "\"Male\",\"2480000\",\"2550000\"",
            ],
            roles: "key column_1, title column_1", record: "Both-sexes | Both sexes | - | - | -",
            columns: "column_1, col_2021:integer, col_2022:integer", note: "the first 2 lines are not part of the table"
        ),
        FirstSight(
            "quarters of an hour until 24:00",
            ["when;value", "05.03.2024 23:45;1", "05.03.2024 24:00;2", "06.03.2024 00:15;3"],
            roles: "key when, title when, date when",
            record: "05.03.2024-23:45 | 05.03.2024 23:45 | - | 2024-03-05T23:45:00 | -",
            columns: "when:date, value:integer"),
        FirstSight(
            "coordinates as the Census Bureau calls them",
            [
                "USPS,GEOID,NAME,INTPTLAT,INTPTLONG", "AL,0100100,Abanda,33.091627,-85.527029",
                "AL,0100124,Abbeville,31.566367,-85.25",
            ],
            roles: "key geoid, title name, subtitle usps, latitude intptlat, longitude intptlong",
            record: "0100100 | Abanda | AL | - | 33.0916,-85.5270"),
        FirstSight(
            "coordinates with their reference system",
            ["id,name,x_wgs84,y_wgs84", "1,A,13.40,52.52", "2,B,13.41,52.53"],
            roles: "key id, title name, latitude y_wgs84, longitude x_wgs84", record: "1 | A | - | - | 52.5200,13.4000"),
        FirstSight(
            "the page of a row beside that of its owner",
            [
                "[{\"id\": 1, \"owner\": {\"html_url\": \"https://x.org/o\"}, \"html_url\": \"https://x.org/1\", \"name\": \"A\"},",
                "{\"id\": 2, \"owner\": {\"html_url\": \"https://x.org/o\"}, \"html_url\": \"https://x.org/2\", \"name\": \"B\"}]",
            ],
            roles: "key id, title name, link html_url", record: "1 | A | - | - | -"),
        FirstSight(
            "quotes that belong to the text",
            [
                "id\tname\tnote", "1\tOak\t\"half", "2\tElm\tx", "3\tAsh\tend\"", "4\tFir\ty",
                "5\t\"Yew\" tree\tz",
            ],
            roles: "key id, title name, subtitle note", record: "1 | Oak | \"half | - | -",
            note: "quotes are read as ordinary characters, since they would otherwise join separate lines"),
        FirstSight(
            "a text of several lines", ["id,name,note", "1,Oak,\"tall,", "and old\"", "2,Elm,x", "3,Ash,y"],
            roles: "key id, title name, subtitle note", record: "1 | Oak | tall, and old | - | -"),
        FirstSight(
            "a German spreadsheet",
            [
                "\u{FEFF}Kunden-Nr;Firma;Straße;PLZ;Ort;Umsatz;Letzte Bestellung;E-Mail\r",
                "00123;Müller GmbH;Hauptstr. 5;01067;Dresden;1.234,56;31.12.2023;info@mueller.example\r",
                "00124;Schäfer AG;Ring 7;80331;München;987,00;05.01.2024;kontakt@schaefer.example\r",
            ],
            roles: "key kunden_nr, title firma, subtitle strasse, date letzte_bestellung",
            record: "00123 | Müller GmbH | Hauptstr. 5 | 2023-12-31 | -",
            columns: "kunden_nr, firma, strasse, plz, ort, umsatz:decimal, letzte_bestellung:date, e_mail"),
        FirstSight(
            "titles above, a total below",
            [
                "City of Somewhere - Open Data,,,,", "Report generated: 2024-03-01,,,,", ",,,,",
                "Facility ID,Facility Name,Address,Inspection Date,Score", "1001,Joe's Diner,1 Main St,2024-01-05,97",
                "1002,Taco Town,2 Main St,2024-01-06,88", "Total,,,,185",
            ],
            roles: "key facility_id, title facility_name, subtitle address, date inspection_date",
            record: "1001 | Joe's Diner | 1 Main St | 2024-01-05 | -",
            columns: "facility_id:integer, facility_name, address, inspection_date:date, score:integer",
            note: "the last row (line 7) looks like a total or a footnote; it is kept"),
        FirstSight(
            "footnotes", ["id,name,value", "1,Oak,5", "2,Elm,6", "", "Source: City of X", "Updated 2024-01-01"],
            roles: "key id, title name", record: "1 | Oak | - | - | -", columns: "id:integer, name, value:integer",
            note: "the last 2 rows (from line 5) look like totals or footnotes; they are kept"),
        FirstSight(
            "units below the header",
            [
                "Station,Date,Temperature,Wind", ",,°C,m/s", "Oslo,2024-01-01,-3.5,2.1", "Bergen,2024-01-01,4.2,8.4",
                "Rome,2024-01-02,11.5,3.3",
            ],
            roles: "key station, title station, date date_",
            record: "Oslo | Oslo | - | 2024-01-01 | -",
            columns: "station, date_:date, temperature:decimal, wind:decimal",
            note: "the row below the header has units or additional labels, so it is skipped"),
        FirstSight(
            "a line with the delimiter", ["sep=;", "id;name;price", "1;Pen;1,50", "2;Ink;2,75"],
            roles: "key id, title name", record: "1 | Pen | - | - | -", columns: "id:integer, name, price:decimal"),
        FirstSight(
            "names of rows without a label, as R writes them",
            [#""name","height""#, #""1","Oak",12"#, #""2","Elm",9"#],
            roles: "key column_1, title name", record: "1 | Oak | - | - | -",
            columns: "column_1:integer, name, height:integer",
            note: "the header has one label too few, so the first column has none and is called column_1"),
        FirstSight(
            "delimiters at the ends of rows", ["id,name", "1,Oak,", "2,Elm,"], roles: "key id, title name",
            record: "1 | Oak | - | - | -", columns: "id:integer, name"),
        FirstSight(
            "a last column without a label", ["kind,size", "Oak,5,a", "Oak,6,b", "Elm,5,c"],
            roles: "key column_3, title kind", record: "a | Oak | - | - | -", columns: "kind, size:integer, column_3"),
        FirstSight(
            "decimal numbers, which are not names of rows, below one label too few",
            ["lat,lon", "10.5,20.5,A1", "11.5,21.5,A2", "12.5,22.5,A3"],
            roles: "key column_3, title column_3, latitude lat, longitude lon",
            record: "A1 | A1 | - | - | 10.5000,20.5000", columns: "lat:decimal, lon:decimal, column_3"),
        FirstSight(
            "repeated, empty, and padded labels",
            ["Name ,Value,Value,,Name", "Oak,1,2,x,alpha", "Elm,3,4,y,beta"],
            roles: "key name, title name", record: "Oak | Oak | - | - | -",
            columns: "name, value:integer, value_2:integer, column_4, name_2"),
        FirstSight(
            "300 columns of numbers",
            [
                "name," + (0..<300).map { "m\($0)" }.joined(separator: ","),
                "Row 1," + (0..<300).map { String($0 * 7) }.joined(separator: ","),
                "Row 2," + (0..<300).map { String($0 * 5) }.joined(separator: ","),
            ],
            roles: "key name, title name", record: "Row-1 | Row 1 | - | - | -"),
        FirstSight(
            "years as columns",
            [
                "Country Name,Country Code,Indicator Name,1960,1961", "Aruba,ABW,Population,54608,55811",
                "Angola,AGO,Population,5357195,5441333",
            ],
            roles: "key country_code, title country_name", record: "ABW | Aruba | - | - | -"),
        FirstSight(
            "stars for withheld numbers", ["Year,Jan,Feb", "1880,-30,***", "1881,-10,-14"],
            roles: "key year, title year, date year",
            record: "1880 | 1880 | - | 1880-01-01 | -", columns: "year:integer, jan:integer, feb:integer"),
    ]
}
