import AggCore
import AggSearch
import AggSource
import Testing

@testable import AggCommands

@Suite struct TableFormatTests {
    @Test(arguments: [nil, 80, 200] as [Int?])
    func `shows every column that has a value`(width: Int?) {
        let table = """
            #  ★  title   subtitle          date              latitude  longitude  address
            1  ★  London  United Kingdom                      51.50853   -0.12574  towns:1
            2     東京    Japan, "capital"  2024-03-05 14:00                       towns:2
            2 records (0.41 ms)
            towns: 12 s old

            """
        #expect(Answers.text(Answers.output(), .table, width: width) == table)
    }

    @Test func `drops the least important columns if there is no room`() {
        #expect(
            Answers.text(Answers.output(), .table, width: 40) == """
                #  ★  title   subtitle          address
                1  ★  London  United Kingdom    towns:1
                2     東京    Japan, "capital"  towns:2
                2 records (0.41 ms)
                towns: 12 s old

                """)
        #expect(
            Answers.text(Answers.output(), .table, width: 24) == """
                #  ★  title   subtitle
                1  ★  London  United Ki…
                2     東京    Japan, "c…
                2 records (0.41 ms)
                towns: 12 s old

                """)
    }

    @Test func `the distance outlives the address and the subtitle`() {
        let rows = [
            ("towns:5128581", "New York", "United States", 0),
            ("nyc-schools:02M280", "Manhattan Early College School", "Manhattan, Chinatown", 0.531),
        ].map { address, title, subtitle, distance in
            var row = Answers.row(address, Record(key: "k", title: title, subtitle: subtitle))
            row.distance = distance
            return row
        }
        var output = Answers.output(rows, statuses: [Answers.status(), Answers.status("nyc-schools")])
        guard var report = output.body as? RecordsReport else { return }
        report.answer.isOrdered = true
        output.body = report
        #expect(
            Answers.text(output, .table, width: 40).hasPrefix(
                """
                #  source       title           distance
                1  towns        New York             0 m
                2  nyc-schools  Manhattan Ear…     531 m

                """))
        #expect(Answers.text(output, .table, width: 30).hasPrefix("#  title              distance\n"))
    }

    @Test func `the subtitle outlives the address, which returns if it tells rows apart`() {
        let school = Answers.row(
            "nyc-schools:30Q301",
            Record(key: "30Q301", title: "Academy for Careers in Film", subtitle: "Queens, Hunters Point"))
        #expect(
            Answers.text(Answers.output([school]), .table, width: 40).hasPrefix(
                """
                #  title              subtitle
                1  Academy for Care…  Queens, Hunters P…

                """))
        let towns = [
            ("3936456", "Lima", "Peru"), ("5160783", "Lima", "United States"), ("4559210", "Lima", "United States"),
            ("3458591", "Lima Duarte Nova", "Brazil"),
        ].map { Answers.row("towns:\($0)", Record(key: $0, title: $1, subtitle: $2)) }
        #expect(
            Answers.text(Answers.output(towns), .table, width: 38).hasPrefix(
                """
                #  title       subtitle  address
                1  Lima        Peru      towns:3936456
                2  Lima        United …  towns:5160783
                3  Lima        United …  towns:4559210
                4  Lima Duar…  Brazil    towns:3458591

                """))
        #expect(
            Answers.text(Answers.output(towns), .table, width: 34).hasPrefix("#  title             address\n1  Lima  "))
    }

    @Test func `a dropped address makes room for a date`() {
        let rows = [("1322201", "2013-03-07"), ("1321942", "2013-02-19")].map { key, date in
            Answers.row(
                "chicago-inspections:\(key)",
                Record(
                    key: key, title: "Congress Pizza and Beef", subtitle: "2033 N Milwaukee AVE",
                    date: RecordDate(iso8601: date)), isFavorite: true)
        }
        #expect(
            Answers.text(Answers.output(rows), .table, width: 60).hasPrefix(
                """
                #  ★  title                 subtitle              date
                1  ★  Congress Pizza and …  2033 N Milwaukee AVE  2013-03-07
                2  ★  Congress Pizza and …  2033 N Milwaukee AVE  2013-02-19

                """))
    }

    @Test func `rows that would look the same keep what tells them apart`() {
        let long = "a-key-that-is-far-too-long-to-be-typed-by-anyone"
        let towns = [("3", 41.24806, -8.48278), ("4", 41.4, -8.1)].map { key, latitude, longitude in
            Answers.row(
                "towns:\(key)",
                Record(
                    key: key, title: "Água Longa", subtitle: "Portugal",
                    coordinate: Coordinate(latitude: latitude, longitude: longitude)))
        }
        let dated = Answers.row(
            "peaks:\(long)", Record(key: long, title: "Peak", date: RecordDate(iso8601: "2024-03-05T14:00:00Z")))
        var output = Answers.output(towns + [dated], statuses: [Answers.status(), Answers.status("peaks")])
        guard var report = output.body as? RecordsReport else { return }
        report.answer.isOrdered = true
        output.body = report
        #expect(
            Answers.text(output, .table, width: 60).hasPrefix(
                """
                #  source  title       subtitle  latitude  longitude
                1  towns   Água Longa  Portugal  41.24806   -8.48278
                2  towns   Água Longa  Portugal  41.40000   -8.10000
                3  peaks   Peak

                """))
        #expect(
            Answers.text(output, .table, width: 36).hasPrefix(
                """
                #  title       subtitle  address
                1  Água Longa  Portugal  towns:3
                2  Água Longa  Portugal  towns:4
                3  Peak                  peaks:…

                """))
    }

    @Test func `other rows that look the same only with less room are told apart, too`() {
        let towns = ["3", "4"].map { Answers.row("towns:\($0)", Record(key: $0, title: "New Albany", subtitle: "US")) }
        let items = ["feed-with-a-long-name-a", "feed-with-a-long-name-b"].map { source in
            Answers.row(
                "\(source):1", Record(key: "1", title: "A title that is the same in both", subtitle: "A long subtitle"))
        }
        var output = Answers.output(
            towns + items, statuses: [Answers.status()] + items.map { Answers.status($0.address.source.description) })
        guard var report = output.body as? RecordsReport else { return }
        report.answer.isOrdered = true
        output.body = report
        for width in [50, 60, 70, 80] {
            let lines = Answers.text(output, .table, width: width).split(separator: "\n").dropFirst().prefix(4)
            #expect(Set(lines.map { $0.dropFirst() }).count == 4, "\(lines)")
        }
    }

    @Test func `the source stays visible if rows are not grouped by it`() {
        let rows = ["towns", "peaks"].map { source in
            Answers.row(
                "\(source):a-key-that-is-far-too-long-to-be-typed-by-anyone",
                Record(
                    key: "a-key-that-is-far-too-long-to-be-typed-by-anyone",
                    title: "A title of some length in \(source)",
                    subtitle: "A subtitle of some length"))
        }
        var output = Answers.output(rows, statuses: [Answers.status(), Answers.status("peaks")])
        guard var report = output.body as? RecordsReport else { return }
        report.answer.isOrdered = true
        output.body = report
        for width in [30, 40, 60] {
            let text = Answers.text(output, .table, width: width)
            #expect(text.hasPrefix("#  source  title") && text.contains("\n2  peaks "), "\(text)")
        }
    }

    @Test func `truncates long text to the width`() {
        let row = Answers.row(
            "towns:1",
            Record(
                key: "1", title: "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch", subtitle: "北ウェールズの村のひとつ")
        )
        #expect(
            Answers.text(Answers.output([row]), .table, width: 40)
                == """
                #  title             subtitle    address
                1  Llanfairpwllgwy…  北ウェー…   towns:1
                1 record (0.41 ms)
                towns: 12 s old

                """)
    }

    @Test func `drops the address before title and distance are cut`() {
        var row = Answers.row(
            "chicago-inspections:2627413", Record(key: "2627413", title: "Subway Sandwiches and Salads"))
        row.distance = 1.5
        let text = Answers.text(Answers.output([row]), .table, width: 40)
        #expect(
            text.hasPrefix(
                """
                #  title                        distance
                1  Subway Sandwiches and Sala…    1.5 km

                """), "\(text)")
        let short = Answers.row(
            "chicago-inspections:1326358", Record(key: "1326358", title: "PORK CHOP", subtitle: "2637 S THROOP ST"))
        #expect(
            Answers.text(Answers.output([short]), .table, width: 40).hasPrefix(
                "#  title      subtitle\n1  PORK CHOP  2637 S THROOP ST\n"))
    }

    @Test(arguments: [24, 25, 30, 40, 41, 60, 79, 80, 81, 120, 200])
    func `no line is wider than the terminal`(width: Int) {
        let rows = [
            Answers.london, Answers.tokyo, Answers.hostile,
            Answers.row(
                "towns:9", Record(key: "9", title: String(repeating: "長", count: 90), subtitle: "👩‍👩‍👧‍👦🇫🇷⌚️e\u{301}"),
                absence: .record),
        ]
        let text = Answers.text(Answers.output(rows), .table, width: width)
        for line in text.split(separator: "\n").dropLast(2) {
            #expect(DisplayWidth.of(line) <= width, "\(line)")
        }
    }

    @Test func `numbers the rows of grouped results from top to bottom`() {
        let peak = Answers.row("peaks:a", Record(key: "a", title: "Mont Blanc"))
        let output = Answers.output(
            [Answers.london, peak, Answers.row("towns:3", Record(key: "3", title: "Lomé"))],
            statuses: [Answers.status(), Answers.status("peaks", age: 7_200)])
        #expect(
            Answers.text(output, .table) == """
                towns
                #  ★  title   subtitle        latitude  longitude  address
                1  ★  London  United Kingdom  51.50853   -0.12574  towns:1
                2     Lomé                                         towns:3
                peaks
                #  title       address
                3  Mont Blanc  peaks:a
                3 records (0.41 ms)
                towns: 12 s old, peaks: 2 h old

                """)
        #expect(output.body?.numberedAddresses(in: .table)?.map(\.description) == ["towns:1", "towns:3", "peaks:a"])
        #expect(output.body?.numberedAddresses(in: .csv)?.map(\.description) == ["towns:1", "peaks:a", "towns:3"])
        #expect(Answers.text(output, .list).contains("2. Lomé"))
    }

    @Test func `keeps a requested order, with the source as a column`() {
        let peak = Answers.row("peaks:a", Record(key: "a", title: "Mont Blanc"))
        var output = Answers.output(
            [Answers.london, peak, Answers.row("towns:3", Record(key: "3", title: "Lomé"))],
            statuses: [Answers.status(), Answers.status("peaks")])
        guard var report = output.body as? RecordsReport else { return }
        report.answer.isOrdered = true
        output.body = report
        #expect(
            Answers.text(output, .table) == """
                #  ★  source  title       subtitle        latitude  longitude  address
                1  ★  towns   London      United Kingdom  51.50853   -0.12574  towns:1
                2     peaks   Mont Blanc                                       peaks:a
                3     towns   Lomé                                             towns:3
                3 records (0.41 ms)
                towns, peaks: 12 s old

                """)
    }

    @Test func `shows many sources as a column, since each would have few rows under its heading`() {
        let rows = (0..<7).map { Answers.row("feed-\($0):1", Record(key: "1", title: "Item \($0)")) }
        let text = Answers.text(Answers.output(rows + rows), .table)
        #expect(text.hasPrefix(" #  source  title   address\n 1  feed-0  Item 0  feed-0:1\n"))
        #expect(text.contains("\n 8  feed-0  Item 0"))
    }

    @Test(arguments: [80, 100, 157])
    func `a link used as a key does not squeeze the title`(width: Int) {
        let title = "Apple Publishes FAQ on Their Fight Against the FBI"
        let key = "tag:daringfireball.net,2016:/linked//6.32139?utm_source=a-long-address-of-an-item"
        let row = Answers.row("feed:\(key)", Record(key: key, title: title, subtitle: "Daring Fireball"))
        let text = Answers.text(Answers.output([row]), .table, width: width)
        #expect(text.hasPrefix("#  title                                               subtitle\n1  \(title)  Dar"))
        #expect(Answers.text(Answers.output([row]), .table, width: 160).contains("feed:\(key)"))
    }

    @Test func `shows why a favorite comes from its snapshot`() {
        let row = Answers.row(
            "towns:5", Record(key: "5", title: "Atlantis"), tier: nil, isFavorite: true, absence: .record)
        #expect(Answers.text(Answers.output([row]), .table).contains("★  Atlantis  no longer in its source  towns:5"))
    }

    @Test func `shows that there are no results`() {
        #expect(
            Answers.text(Answers.output([]), .table) == "No matches.\n0 records (0.41 ms)\ntowns: 12 s old\n")
    }

    @Test func `colors headings and warnings, and ends every color`() {
        let output = Answers.output(
            [Answers.london], statuses: [Answers.status(age: 90_000, isStale: true, reason: "HTTP 503")])
        let lines = Answers.text(output, .table, color: true).split(separator: "\n")
        #expect(lines[0] == "\u{1B}[1m#  ★  title   subtitle        latitude  longitude  address\u{1B}[0m")
        #expect(lines[2] == "\u{1B}[2m1 record (0.41 ms)\u{1B}[0m")
        #expect(lines[3] == "\u{1B}[33mtowns: stale, 25 h old: HTTP 503\u{1B}[0m")
    }

    @Test func `shows how a refresh ended`() {
        #expect(
            Answers.text(Answers.outcomes(), .table) == """
                source  outcome  added  changed  removed  skipped   bytes   time  reason
                towns   updated   1200        3       40        1  1.5 kB  1.2 s
                peaks   stale        0        0        0        0     0 B  20 ms  HTTP 503
                towns: 1 skipped (item 12 has no name)
                towns: 2 repeated keys; only the last record for each key was kept

                """)
    }

    @Test func `shows the status of the sources`() {
        #expect(
            Answers.text(Answers.sources, .table) == """
                id     kind  state    records  favorites   age  next refresh  reason
                towns  stub  loaded    209557          1  12 s  in 24 h
                peaks  stub  starter        5          0        due           HTTP 503
                lakes  stub  stale          7          0   2 d  due           past 24 h; 3 items cut
                none   stub  error          0          0        due           nothing is stored

                """)
        #expect(
            Answers.text(Answers.sources, .table, width: 40) == """
                id     state    records  favorites   age
                towns  loaded    209557          1  12 s
                peaks  starter        5          0
                  HTTP 503
                lakes  stale          7          0   2 d
                  past 24 h; 3 items cut
                none   error          0          0
                  nothing is stored

                """)
    }

    @Test func `a source with only a sample says so in the narrowest terminal`() {
        let status = Answers.status("chicago-inspections", origin: .starter, records: 100, favorites: 0, age: nil)
        #expect(
            Answers.text(CommandOutput(SourcesReport([status])), .table, width: 40) == """
                id                   state    records
                chicago-inspections  starter      100

                """)
    }

    @Test func `shows settings with their meaning`() {
        let settings = SettingDeclaration.all.prefix(2).map { setting in
            SettingsReport.Item(setting: setting, value: setting.read(Settings()), origin: .default)
        }
        #expect(
            Answers.text(CommandOutput(SettingsReport(settings)), .table) == """
                setting  value  from     description
                accents  loose  default  How accents in a query are matched; with “strict”, an \
                accented letter matches only itself, but an unaccented letter matches both forms.
                cache    on     default  Whether to answer from stored rows that are stale or could not be refreshed.

                """)
        for width in [40, 60] {
            let text = Answers.text(CommandOutput(SettingsReport(settings)), .table, width: width)
            #expect(text.split(separator: "\n").allSatisfy { DisplayWidth.of($0) <= width }, "\(text)")
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("cache on default \(settings[1].setting.summary)"), "\(text)")
        }
    }
}
