import AggTesting
import Foundation
import TestSupport

/// Invented schools of a borough and the kitchens around them, for the transcripts in the documentation.
struct Evening {
    let agg: Agg
    let server: LoopbackServer

    init() async throws {
        let (directory, scores) = (Self.directory, Self.scores)
        server = try await LoopbackServer.start { request in
            .json(request.path.contains("f9bf-2cp4") ? scores : directory)
        }
        agg = try Agg()
        let kitchens = try agg.file("kitchens.json", Self.inspections)
        try agg.configure([
            "nyc-schools": "endpoint: \"\(server.url(""))\"",
            "kitchens": """
            kind: soda, endpoint: "\(kitchens.absoluteString)", key: id, title: name, subtitle: street, \
            date: inspected, columns: "cuisine, result, score:integer, inspected:date"
            """,
        ])
    }

    private static let directory = list(
        [
            ("13K430", "Brooklyn Technical High School", "Fort Greene", 40.68876, -73.97650, 5_921, 0.98),
            ("13K670", "Benjamin Banneker Academy", "Clinton Hill", 40.69199, -73.96415, 892, 0.93),
            ("15K519", "Cobble Hill School of American Studies", "Cobble Hill", 40.68759, -73.99262, 498, 0.73),
            ("15K423", "Frances Perkins Academy", "Greenpoint", 40.72246, -73.95277, 140, 0.72),
            ("17K600", "Clara Barton High School", "Crown Heights", 40.67046, -73.96192, 1_410, 0.83),
            ("21K540", "John Dewey High School", "Gravesend", 40.58804, -73.98166, 2_008, 0.82),
        ].map { school in
            """
            {"dbn":"\(school.0)","school_name":"\(school.1)","borough":"BROOKLYN","neighborhood":"\(school.2)",\
            "latitude":"\(school.3)","longitude":"\(school.4)","total_students":"\(school.5)","graduation_rate":"\(school.6)"}
            """
        })

    private static let scores = list([
        #"{"dbn":"13K430","num_of_sat_test_takers":"1277","sat_math_avg_score":"659"}"#,
        #"{"dbn":"13K670","num_of_sat_test_takers":"184","sat_math_avg_score":"419"}"#,
    ])

    private static let inspections = list(
        [
            ("Atlantic Noodle House", "12 Lafayette Ave", "Chinese", "fail", 41, "2026-10-02", 40.68820, -73.97780),
            ("Bagel Corner", "80 Fulton St", "Bakery", "pass", 7, "2026-09-14", 40.68690, -73.97540),
            ("Clermont Diner", "201 DeKalb Ave", "American", "pass", 12, "2026-08-30", 40.68940, -73.97010),
            ("DeKalb Pizza", "15 DeKalb Ave", "Pizza", "fail", 33, "2026-09-21", 40.68985, -73.97890),
            ("El Sol", "310 Myrtle Ave", "Mexican", "pass", 9, "2026-07-11", 40.69330, -73.97060),
            ("Fort Greene Grill", "77 S Portland Ave", "American", "pass", 10, "2026-10-09", 40.68702, -73.97441),
            ("Golden Wok", "402 Myrtle Ave", "Chinese", "fail", 38, "2026-06-18", 40.69305, -73.96630),
            ("Hoyt Street Cafe", "60 Hoyt St", "Coffee", "pass", 5, "2026-09-02", 40.68810, -73.98700),
            ("Il Forno", "9 Court St", "Pizza", "pass", 13, "2026-08-08", 40.69010, -73.99230),
            ("Jade Palace", "144 Smith St", "Chinese", "pass", 11, "2026-05-27", 40.68650, -73.99100),
            ("Kingston Jerk", "811 Nostrand Ave", "Caribbean", "pass", 8, "2026-10-01", 40.67010, -73.95060),
            ("La Taqueria", "540 Classon Ave", "Mexican", "fail", 29, "2026-09-05", 40.67640, -73.96010),
            ("Mermaid Fish Bar", "1500 Mermaid Ave", "American", "pass", 12, "2026-07-25", 40.57640, -73.98270),
            ("Nassau Dumplings", "99 Nassau Ave", "Chinese", "pass", 10, "2026-08-19", 40.72410, -73.95010),
        ].enumerated().map { index, kitchen in
            """
            {"id":"\(101 + index)","name":"\(kitchen.0)","street":"\(kitchen.1)","cuisine":"\(kitchen.2)",\
            "result":"\(kitchen.3)","score":"\(kitchen.4)","inspected":"\(kitchen.5)T00:00:00.000",\
            "latitude":"\(kitchen.6)","longitude":"\(kitchen.7)"}
            """
        })

    private static func list(_ rows: [String]) -> String { "[" + rows.joined(separator: "\n,") + "]\n" }
}
