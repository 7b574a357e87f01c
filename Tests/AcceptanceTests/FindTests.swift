import AggSource
import AggTesting
import Foundation
import Testing

extension AcceptanceTests {
    /// From a topic to the first search: data sets found in catalogs and added by number.
    struct FindTests {
        /// A server that acts as the ArcGIS Hub catalog, a CKAN portal, and a layer server.
        private static func start() async throws -> LoopbackServer {
            try await LoopbackServer.start { request in
                let root = "http://\(request.headers["Host"] ?? "")"
                switch (request.path, request.query["returnCountOnly"], request.query["limit"]) {
                case ("/api/search/v1/collections/dataset/items", _, _):
                    return .json(
                        #"{"features":[{"id":"x","properties":{"title":"Street trees","url":"\#(root)/rest/T/FeatureServer/0","#
                            + #""modified":1671554653000,"snippet":"All trees"}}]}"#)
                case ("/rest/T/FeatureServer/0", _, _):
                    return .json(
                        #"{"name":"Street trees","type":"Table","globalIdField":"G","displayField":"Name","fields":["#
                            + #"{"name":"OBJECTID","type":"esriFieldTypeOID"},{"name":"G","type":"esriFieldTypeGlobalID"},"#
                            + #"{"name":"Name","type":"esriFieldTypeString"},{"name":"Kind","type":"esriFieldTypeInteger","domain":"#
                            + #"{"codedValues":[{"code":1,"name":"Oak"}]}}]}"#)
                case ("/rest/T/FeatureServer/0/query", "true"?, _): return .json(#"{"count":1}"#)
                case ("/rest/T/FeatureServer/0/query", _, _) where request.query["returnIdsOnly"] == "true":
                    return .json(#"{"objectIdFieldName":"OBJECTID","objectIds":[1]}"#)
                case ("/rest/T/FeatureServer/0/query", _, _):
                    return .json(
                        #"{"features":[{"attributes":{"OBJECTID":1,"G":"{A}","Name":"The old tree","Kind":1}}]}"#)
                case ("/api/3/action/package_search", _, _):
                    return .json(
                        #"{"success":true,"result":{"results":[{"title":"Tree census","metadata_modified":"2024-05-06T01:02:03","#
                            + #""resources":[{"id":"r1","name":"Census","datastore_active":true}]}]}}"#)
                case ("/api/3/action/resource_show", _, _) where request.query["id"] == "r2":
                    return .json(
                        #"{"success":true,"result":{"id":"r2","name":"Benches","format":"CSV","url":"/benches.csv"}}"#)
                case ("/api/3/action/datastore_search", _, _) where request.query["resource_id"] == "r2":
                    return LoopbackResponse(
                        status: 404, #"{"success":false,"error":{"message":"Not found","__type":"Not Found Error"}}"#)
                case ("/benches.csv", _, _): return LoopbackResponse("id,name\n1,The bench\n2,The seat\n")
                case ("/api/3/action/resource_show", _, _):
                    return .json(#"{"success":true,"result":{"id":"r1","name":"Tree census","datastore_active":true}}"#)
                case ("/api/3/action/datastore_search", _, let limit):
                    let rows = limit == "0" ? "" : #"{"_id":1,"code":"T1","name":"The new tree"}"#
                    return .json(
                        #"{"success":true,"result":{"fields":[{"id":"_id","type":"int"},{"id":"code","type":"text"},"#
                            + #"{"id":"name","type":"text"}],"total":1,"records":[\#(rows)]}}"#)
                default: return LoopbackResponse(status: 404, "{}")
                }
            }
        }

        @Test func `finds data sets, adds them by number, and searches them`() async throws {
            let server = try await Self.start()
            let agg = try Agg(
                configuration:
                    "catalogs: {soda: none, arcgis: \"\(server.url("/"))\", ckan: \"\(server.url("/"))\"}")
            let script = """
                source find trees
                source add 1
                source add 2 --id census
                refresh street-trees census
                search tree kind:Oak
                search tree source:census
                """
            let result = try await agg.run(input: script)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output.contains("Street trees"))
            #expect(result.output.contains("2022-12-20"))
            #expect(result.output.contains("Added street-trees (arcgis)"))
            #expect(result.output.contains("code is unique in the only row"))
            #expect(result.output.contains("The old tree"))
            #expect(result.output.contains("The new tree"))
            let found = try await agg.run("source", "find", "trees", "--json").json["found"]?.arrayValue
            #expect(found?.map { $0["rows"] } == [1, 1])
            let number = try await agg.run("source", "add", "1")
            #expect(number.status == 2)
            #expect(number.errors.contains("numbers work only after “source find”"))
            await server.stop()
        }

        @Test func `says why it adds a source of another kind`() async throws {
            let server = try await Self.start()
            let agg = try Agg(configuration: "")
            let result = try await agg.run("source", "add", "ckan", server.url("/r2").absoluteString, "--id", "benches")
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output.contains("is not in the datastore, so agg reads the CSV file directly"))
            #expect(result.output.contains("Added benches (table)"))
            await server.stop()
        }

        @Test func `reports which catalog did not answer`() async throws {
            let agg = try Agg(configuration: "catalogs: {soda: none, arcgis: none, ckan: \"http://127.0.0.1:9\"}")
            let result = try await agg.run("source", "find", "trees")
            #expect(result.status == 1)
            #expect(result.errors.contains("cannot search 127.0.0.1: offline"))
            let offline = try await agg.run("--offline", "source", "find", "trees")
            #expect(offline.status == 1)
        }
    }
}
