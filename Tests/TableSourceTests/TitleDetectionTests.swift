import AggSource
import Testing

@testable import TableSource

struct TitleDetectionTests {
    @Test(
        arguments: [
            (
                "Unique Key,Agency Name,Complaint Type,Descriptor,Incident Address,Community Board,Borough",
                "Police,Noise,Music,1 Main St,01 BX,BRONX;Housing,Heat,All,2 Oak Ave,02 BX,BRONX;"
                    + "Police,Noise,Bang,3 Elm St,03 BK,BROOKLYN;Housing,Heat,One,4 Ash St,04 BK,BROOKLYN",
                "complaint_type", "incident_address"
            ),
            (
                "ID,Block,Primary Type,Description",
                "0XX MAIN,THEFT,OVER $500;1XX OAK,BATTERY,SIMPLE;2XX ELM,THEFT,POCKET;"
                    + "3XX ASH,ASSAULT,SIMPLE", "primary_type", "block"
            ),
            (
                "Crime ID,Location,LSOA code,LSOA name,Crime type",
                "On or near A,E01,City 001A,Burglary;On or near B,E02,City 001B,Drugs;On or near C,E03,City 001C,Drugs;"
                    + "On or near D,E04,City 001D,Burglary", "crime_type", "location"
            ),
            (
                "id,county,candidate,party,votes",
                "Adams,Ann Lee,DEM,5;Adams,Bob Ray,REP,6;Bond,Ann Lee,DEM,7;Bond,Bob Ray,REP,8",
                "candidate", "party"
            ),
            (
                "ride_id,start_station_name,end_station_name,member", "A St,B St,y;A St,C St,y;B St,D St,n;C St,E St,n",
                "start_station_name", nil
            ),
            (
                "id,Merchant,Category,Amount", "Shell,Fuel,5.5;Lidl,Food,6.5;Shell,Fuel,7.5;Uber,Travel,8.5",
                "merchant",
                "category"
            ),
            (
                "entry,Entry Name,Protein names,Organism",
                "A4_H1,Amyloid protein,Human;P53_H2,Tumor antigen,Human;"
                    + "BR_C1,Susceptibility protein,Mouse;X_Y9,Kinase,Mouse", "protein_names", "organism"
            ),
            (
                "player_id,birth_state,name_first,name_last", "CO,David,Aardsma;AL,Hank,Aaron;AL,Tom,Aaron;CA,Don,Aase",
                "name_first, name_last", "birth_state"
            ),
            (
                "ons_id,Party name,Candidate first name,Candidate surname",
                "Labour,Ann,Lee;Green,Bob,Ray;Liberal,Cyd,Fox;Red,Di,Orr",
                "candidate_first_name, candidate_surname", "party_name"
            ),
            (
                "track_id,album_name,track_name,key", "Blue,Song A,5;Red,Song B,6;Green,Song C,7;White,Song D,8",
                "track_name",
                nil
            ),
            (
                "dr_no,AREA NAME,Crm Cd,Crm Cd Desc",
                "Wilshire,510,Stolen car;Olympic,310,Burglary;Wilshire,480,Stolen bike;"
                    + "Topanga,510,Stolen car", "crm_cd_desc", "area_name"
            ),
            ("site_no,flow_cd,flow", "A,5;P,6;A,7;A,8", "site_no", nil),
            ("day_no,eor,flow", "eor,5;eor,6;eor,7;eor,8", "day_no", nil),
            ("id,name,kind,note", "Oak,tree,tall;Elm,tree,old;Ash,tree,tall;Fir,tree,thin", "name", "note"),
            ("id,name,kind,fee", "Oak,tree,5;Elm,tree,6;Ash,tree,7;Fir,tree,8", "name", nil),
            (
                "id,name,color_code,recipient_uei,note,commune",
                "Oak,FF0011,K12345,red tree,Lyon;Elm,00FF22,K23456,old,Nice;"
                    + "Ash,AA0033,K34567,tall,Lyon;Fir,BB0044,K45678,new,Nice", "name", "commune"
            ),
            (
                "id,name,serial,note",
                "Oak,K12345-A,red tree;Elm,K23456-B,old one;Ash,K34567-C,tall one;Fir,K45678-D,new one",
                "name", "note"
            ),
            (
                "id,name,intermediate_region_name,region_name",
                "Oak,Channel,Europe;Elm,,Asia;Ash,Caribbean,Americas;Fir,,Europe;Yew,,Africa", "name", "region_name"
            ),
            ("id,name,intermediate_region", "Oak,Channel;Elm,;Ash,Caribbean;Fir,;Yew,", "name", "intermediate_region"),
            ("id,issue_type,summary", "Bug,Login broken;Task,Write docs;Bug,Crash", "summary", "issue_type"),
            ("id,issue_type,summary", "Bug,Login broken;Task,Write docs", "summary", "issue_type"),
            (
                "Issue key,Request Type,Subject,Status", "Bug,Login broken,Open;Task,Write docs,Open;Bug,Crash,Done",
                "subject", "request_type"
            ),
            ("id,priority,Betreff", "high,Login broken;low,Write docs", "betreff", "priority"),
            (
                "id,call_type,description", "Fire,Smoke on Main St;Fire,Alarm at school;Theft,Bike taken",
                "description", "call_type"
            ),
            ("id,crime_type,description", "Theft,OVER;Theft,OVER;Battery,SIMPLE", "crime_type", "description"),
            ("id,event,description", "Picnic,In the park;Run,Along the river", "event", "description"),
        ] as [(String, String, String, String?)])
    func `the title and the subtitle are what people call a row`(
        header: String, rows: String, title: String, subtitle: String?
    ) async throws {
        let lines = rows.split(separator: ";").enumerated().map { "\($0 + 1001),\($1)" }
        let values = try await finding(in: ([header] + lines).joined(separator: "\n")).settings.values
        #expect(values["title"] == title && values["subtitle"] == subtitle)
    }

    @Test func `a period is not the title of a series of regions`() async throws {
        let rows = ["North", "South"].flatMap { region in (1...4).map { "2024-Q\($0),\(region),\($0).5" } }
        let roles = try await finding(in: (["quarter,region,sales"] + rows).joined(separator: "\n")).settings.roles
        #expect(roles.title == ["region"] && roles.subtitle == nil && roles.date == ["quarter"])
    }
}
