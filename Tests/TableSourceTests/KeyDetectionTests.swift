import AggSource
import Testing

@testable import TableSource

struct KeyDetectionTests {
    @Test func `the mark of databases for a missing value is no key`() async throws {
        let text = "id,code,name\n\\N,1,a\n2,2,b\n3,3,c\n"
        #expect(try await finding(in: text).settings.roles.key == ["code"])
        let (records, summary) = try await fetched(text, ["key": "id"])
        #expect(records.map(\.key) == ["2", "3"])
        #expect(summary.skipped.text == "1 skipped (line 2 has no id)")
        #expect(try await fetched(text, ["key": "code, id"]).records.map(\.key) == ["2/2", "3/3"])
    }

    @Test(arguments: [
        ("Parish,Credit Union,Members\nA Parish,X,500\nB Parish,Y,400\nC Parish,Z,30\n", "parish"),
        ("Course,Title,Credit Hours\nMAT101,Calculus,3\nART200,Drawing,4\nBIO300,Cells,5\n", "course"),
        ("Station;Débit\nAare;5,5\nRhône;6,5\nDoubs;7,5\n", "station"),
        ("Nom;Descripcion;Fecha\nSol;Alta;2024-01-02\nMar;Baja;2024-01-03\n", "nom"),
        ("City,Year,Balance\nOslo,2020,5\nOslo,2021,6\nBern,2020,7\n", "city, year"),
        ("Account,Description,Balance\n1000,Cash,200.50\n2000,Loans,5.25\n3000,Equity,0.00\n", "account"),
        (
            "Permit,Address,Issued,Balance Due\nP-001,1 Main,2025-01-02,5\nP-002,2 Main,2025-01-03,6\n"
                + "P-003,3 Main,2025-01-04,7\n", "permit"
        ),
        (
            "N° dossier;Libellé;Montant TTC;Date d'effet\n2024/001;Toit;5,50;2024-01-02\n"
                + "2024/002;Mur;6,50;2024-02-02\n2024/003;Sol;7,50;2024-02-05\n", "n_dossier"
        ),
    ])
    func `a column with a word of banks does not make a table an account`(text: String, key: String) async throws {
        #expect(try await finding(in: text).settings.values["key"] == key)
    }

    @Test(arguments: [
        "Date,Description,Debit,Credit\n2024-01-02,Cafe,3.50,\n2024-01-03,Salary,,2000\n2024-01-05,Rent,900,\n",
        "Description,Posted,Amount,Balance\nCafe,2024-01-02,-3.50,5\nRent,2024-01-03,-900,4\nShop,2024-01-05,-1,3\n",
        "Dato;Tekst;Beløb;Saldo\n02.01.2024;Café;-3,50;5,00\n03.01.2024;Løn;2000,00;2005,00\n",
        "Datum;Text;Belopp\n2024-01-02;Café;-3,50\n2024-01-03;Lön;2000,00\n",
        "Päivä;Saaja;Määrä\n2024-01-02;Kahvila;-3,50\n2024-01-03;Palkka;2000,00\n",
        "Tarih;Açıklama;Tutar\n02.01.2024;Kahve;-3,50\n03.01.2024;Maaş;2000,00\n",
        "Dátum;Közlemény;Összeg\n2024-01-02;Kávé;-3,50\n2024-01-03;Bér;2000,00\n",
        "Data;Importo;Causale\n02/01/2024;-3,50;Bar\n03/01/2024;-900,00;Affitto\n",
        "Data;Opis;Kwota\n2024-01-02;Sklep;-3,50\n2024-01-03;Czynsz;-900,00\n",
        "Date;Libellé;Débit euros;Crédit euros\n02/01/2024;Café;3,50;\n03/01/2024;Paie;;2000,00\n",
    ])
    func `what happens to differ in a few rows of an account is not their key`(text: String) async throws {
        #expect(try await finding(in: text).settings.roles.isContentKey)
    }

    @Test(arguments: [
        ("population,median_age,precinct_code,households", "precinct_code"), ("x1,host_id,area,id", "id"),
        ("year,ward,unique_key,beat", "unique_key"), ("shape_length,zone,pop,OBJECTID", "objectid"),
        ("parent_id,rank,gid,count", "gid"), ("beds,casenumber,zipcode,ward", "casenumber"),
        ("stars,start_station_id,trip_id,ward", "trip_id"),
    ])
    func `the id among other numbers is the key, wherever it is`(header: String, key: String) async throws {
        let rows = (1...12).map { "\($0 * 37 % 101),\($0 * 53 % 97),\($0 * 29 % 89),\($0 * 41 % 83)" }
        let roles = try await finding(in: ([header] + rows).joined(separator: "\n")).settings.roles
        #expect(roles.key == [key])
    }

    @Test func `the URL of a page is the key rather than a day`() async throws {
        let text = """
            Date,Name,Year,Letterboxd URI,Rating
            2024-01-01,Alien,1979,https://boxd.it/1,4.5
            2024-01-03,Heat,1995,https://boxd.it/2,5
            2024-02-01,Alien,1979,https://boxd.it/3,
            """
        #expect(try await finding(in: text).settings.roles.key == ["letterboxd_uri"])
    }

    @Test(arguments: [
        ("street,house_number,tenant\nMain St,5,Ann Lee\nMain St,7,Bob Ray\nOak St,12,Cyd Fox\n", "tenant"),
        ("street,house_no,tenant\nMain St,5a,Ann Lee\nMain St,7,Bob Ray\nOak St,12b,Cyd Fox\n", "tenant"),
        ("kind,number_of_rooms,label\nhouse,5,Red\nhouse,7,Blue\nflat,2,Green\n", "label"),
        ("opened,reading,label\n2024-01-01,5.5,Red\n2024-01-03,5.7,Blue\n2024-01-09,6.1,Green\n", "label"),
        ("town,code,uuid\nOslo,x1,a-1\nRome,x2,b-2\n", "uuid"),
        ("street_code,street\nS1,Main St\nS2,Oak St\nS3,Elm St\n", "street_code"),
    ])
    func `house numbers, counts, days, and measurements that differ by chance are not the key`(
        text: String, key: String
    ) async throws {
        #expect(try await finding(in: text).settings.values["key"] == key)
    }

    @Test(arguments: [
        "version_number", "release_number", "version_code", "os_version_no", "section_number", "version",
    ])
    func `the number of a version or a section is the key only if nothing else is`(label: String) async throws {
        let versions = (0..<30).map { "\(10 - $0 % 7).\($0)" }
        let apps = versions.enumerated().map { "App \($0),\($1),\($0 + 1)" }
        let rows = apps.joined(separator: "\n")
        #expect(try await finding(in: "app,\(label),size\n\(rows)\n").settings.roles.key == ["app"])
        let named = versions.enumerated().map { "\($1),App \($0)" }.joined(separator: "\n")
        #expect(try await finding(in: "\(label),name\n\(named)\n").settings.roles.key == ["name"])
        let kinds = versions.map { "game,\($0),1" }.joined(separator: "\n")
        #expect(try await finding(in: "kind,\(label),size\n\(kinds)\n").settings.roles.key == [label])
        let dated = versions.enumerated().map { "\($1),2024-01-\(min($0 + 10, 31)),Fix \($0)" }
        let changes = dated.joined(separator: "\n")
        #expect(try await finding(in: "\(label),released,notes\n\(changes)\n").settings.roles.key == [label])
    }

    @Test(arguments: [
        ("name,article_number,price\nPen,A-17,5\nInk,B-22,6\nCap,C-31,7\n", "article_number"),
        ("year,release,artist\n1969,Abbey Road,Beatles\n1973,Tubular Bells,Oldfield\n1973,Aja,Dan\n", "release"),
    ])
    func `the number of an article and the name of a release are no versions`(text: String, key: String) async throws {
        #expect(try await finding(in: text).settings.roles.key == [key])
    }

    @Test(arguments: ["Number of Beds", "No. of beds", "num_beds", "House Number"])
    func `a count or a house number is not part of the key if two other columns are the key`(
        label: String
    ) async throws {
        let rows = "A,120,Oslo\nB,80,Oslo\nA,95,Bergen\nB,60,Bergen\nC,70,Oslo\n"
        #expect(try await finding(in: "Hospital,\(label),City\n\(rows)").settings.values["key"] == "hospital, city")
    }

    @Test func `a house number is combined with a street if nothing else is the key`() async throws {
        let rows = "Main St,1,flat\nMain St,2,flat\nOak St,1,flat\nOak St,2,flat\nOak St,5,house\n"
        let found = try await finding(in: "street,house_number,kind\n\(rows)")
        #expect(found.settings.values["key"] == "street, house_number")
    }

    @Test(arguments: [
        ("case_number", false), ("request_id", false), ("casenumber", false), ("incident", false), ("eventid", false),
        ("start_time", true), ("yyyymmddhhmm", true), ("datum", true),
    ])
    func `numbers that begin with a day are dates only if their name says so`(label: String, isDate: Bool) async throws
    {
        let rows = (1...9).map { "20240\($0)0112\($0 + 10),Broken lamp \($0 % 3)" }
        let found = try await finding(in: (["\(label),description"] + rows).joined(separator: "\n"))
        #expect(found.settings.values["columns"] == "\(label):\(isDate ? "date" : "integer"), description")
        #expect(found.settings.roles.key == [label])
    }

    @Test(arguments: [
        ("geo,TIME_PERIOD", ["2020", "2021"], "geo, time_period", true),
        ("LOCATION,TIME", ["2020", "2021"], "location, time", true),
        ("region,period", ["2020", "2021"], "region, period", true),
        ("Team,Season", ["2020", "2021"], "team, season", true),
        ("Team,Season", ["2020/21", "2021/22"], "team, season", false),
        ("District,Round", ["1", "2"], "district, round", false),
        ("ward_no,school_year", ["2020", "2021"], "ward_no, school_year", true),
    ])
    func `a year or a round is part of the key, whatever its name`(
        header: String, times: [String], key: String, isDate: Bool
    ) async throws {
        let rows = ["10", "20"].flatMap { place in times.map { "\(place),\($0),\(place).5" } }
        let names = header.hasPrefix("ward") ? rows : rows.map { "N" + $0 }
        let roles = try await finding(in: (["\(header),OBS_VALUE"] + names).joined(separator: "\n")).settings.roles
        #expect(roles.key?.joined(separator: ", ") == key)
        #expect(roles.date == (isDate ? roles.key.map { Array($0.suffix(1)) } : nil))
    }

    @Test(
        arguments: [
            (
                "Region;Perioden;Bevolking\nA;2022;882633\nA;2023;918117\nB;2022;361742\nB;2023;367947\n",
                "region, perioden", ["perioden"]
            ),
            (
                "Pays;Années;Effectif\nA;2022;882633\nA;2023;918117\nB;2022;361742\nB;2023;367947\n", "pays, annees",
                ["annees"]
            ),
            (
                "Naam;Godina;Stanovnika\nA;2022;882633\nA;2023;918117\nB;2022;361742\nB;2023;367947\n",
                "naam, godina", nil
            ),
            (
                "Provincia;Sexo;Periodo;Total\nA;H;2022;5\nA;M;2022;6\nB;H;2022;5\nB;M;2022;6\n"
                    + "A;H;2023;5\nA;M;2023;6\nB;H;2023;5\nB;M;2023;6\n", "provincia, sexo, periodo", ["periodo"]
            ),
            (
                "Provincia y municipio;Sexo;Total\nA;H;5\nA;M;6\nB;H;5\nB;M;6\n", "provincia_y_municipio, sexo", nil
            ),
            ("yyyy,mm,tmax\n1948,1,8.9\n1948,2,7.9\n1949,1,8.9\n1949,2,7.9\n", "yyyy, mm", ["yyyy", "mm"]),
        ] as [(String, String, [String]?)])
    func `the columns before a measured figure are the key if they are unique together`(
        text: String, key: String, date: [String]?
    ) async throws {
        let found = try await finding(in: text)
        #expect(found.settings.values["key"] == key && found.settings.roles.date == date)
    }

    @Test(arguments: ["x,y,name\n1,5,A\n2,6,A\n", "id,y,name\n1,5,A\n1,6,A\n"])
    func `a lone letter for a coordinate is no key`(text: String) async throws {
        let key = try await finding(in: text).settings.roles.key ?? []
        #expect(!key.contains("x") && !key.contains("y"))
    }

    @Test(arguments: [
        ("sku,n\nA B,1\nA-B,1\nC,2\n", "sku", "“A-B” at line 3 and “A B” at line 2", "“A-B”"),
        ("a,b,n\nX/Y,Z,1\nX,Y/Z,1\nQ,R,1\n", "a, b", "“X, Y/Z” at line 3 and “X/Y, Z” at line 2", "“X/Y/Z”"),
    ])
    func `names both of two keys that have the same address`(
        text: String, key: String, values: String, address: String
    ) async throws {
        let error = await #expect(throws: SourceError.self) { try await fetched(text, ["key": key]) }
        let reason = error?.reason() ?? ""
        #expect(reason.contains("\(values) are different, but both have the address \(address)"), "\(reason)")
        #expect(reason.contains("“\(key)” has repeated values") == false)
    }
}
