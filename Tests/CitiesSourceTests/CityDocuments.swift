/// Small lists of cities in each supported format, with three valid items and an invalid one.
enum CityDocuments {
    static let list = """
        [
        {"country":"GB","name":"London","_id":2643743,"coord":{"lon":-0.12574,"lat":51.50853}},
        {"country":"NP","name":"Gorkhā","_id":1283378,"coord":{"lon":84.633331,"lat":28}},
        {"country":"XX","name":"Nowhere","_id":1,"coord":{"lon":200,"lat":0}},
        {"country":"CH","name":"Zuerich (Kreis 3) \\/ Alt-Wiedikon","_id":6295492,"coord":{"lon":8.51439,"lat":47.361172}}
        ]
        """

    static let changedList = """
        [
        {"country":"GB","name":"London","_id":2643743,"coord":{"lon":-0.12574,"lat":51.50853}},
        {"country":"NP","name":"Gorkha Bazar","_id":1283378,"coord":{"lon":84.633331,"lat":28}}
        ]
        """

    static let lines = """
        {"country":"FR","name":"Paris","_id":"2988507","coord":{"lon":2.3488,"lat":48.853409}}
        {"country":"FR","_id":7}
        {"country":"FR","name":"Nice","_id":"2990440","coord":{"lon":7.26608,"lat":43.70313}}
        {"country":"","name":"Atlantis","_id":"3"}

        """

    static let withoutIDs = """
        [{"name":"Lyon","lat":"45.74846","lng":"4.84671","country":"FR","admin1":"84","admin2":"69"},
         {"name":"Le Havre","lat":"49.49346","lng":"0.10785","country":"FR","admin1":"28","admin2":"76"},
         {"name":"Lyon","lat":"here","lng":"4.84671","country":"FR","admin1":"84","admin2":"69"},
         {"name":"Lyon","lat":"42.34722","lng":"-98.46945","country":"US","admin1":"NE","admin2":""}]
        """
}
