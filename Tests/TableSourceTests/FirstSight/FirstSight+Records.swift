extension FirstSight {
    /// Tables of people, things, and events.
    static let records = [
        FirstSight(
            "permits of a city",
            [
                "Permit Number,Permit Type,Issue Date,Expiration Date,Street Address,City,Zip Code,Estimated Cost,Applicant Email",
                "B2023-00123,Residential,01/15/2023,07/15/2023,12 Main St,Springfield,02134,\"$12,500.00\",a@example.com",
                "B2023-00124,Commercial,02/28/2023,08/28/2023,98 Oak Ave,Springfield,02135,\"$1,250,000.00\",b@example.com",
                "B2023-00125,Residential,03/05/2023,09/05/2023,5 Elm St,Springfield,02134,$800.00,c@example.org",
            ],
            roles: "key permit_number, title street_address, subtitle permit_type, date issue_date",
            record: "B2023-00123 | 12 Main St | Residential | 2023-01-15 | -",
            columns:
                "permit_number, permit_type, issue_date:date, expiration_date:date, street_address, city, zip_code, "
                + "estimated_cost:decimal, applicant_email",
            note: "stored as numbers, without currency or percent signs: estimated_cost ($)"),
        FirstSight(
            "contacts",
            [
                "First Name,Last Name,Company,Phone,E-mail,ZIP,Active",
                "Ann,Lee,Acme,+1 (555) 010-1234,ann@acme.example,02139,Y",
                "Bob,Ray,Bolt,+1 (555) 010-2345,bob@bolt.example,94103,N",
                "Cyd,Fox,Acme,+1 (555) 010-3456,cyd@acme.example,10001,Y",
            ],
            roles: "key e_mail, title first_name last_name, subtitle company",
            record: "ann@acme.example | Ann Lee | Acme | - | -",
            columns: "first_name, last_name, company, phone, e_mail, zip, active"),
        FirstSight(
            "agencies with an e-mail address before the street",
            [
                "Agency_Num,Public Name,MailingAddress1,EmailAddressMain,PhysicalAddress1,Phone1Number",
                "3734,Food Bank,PO Box 5,info@food.example,14 Hill Rd,(202) 555-0100",
                "3735,Job Center,PO Box 6,info@jobs.example,15 Hill Rd,(202) 555-0101",
            ],
            roles: "key agency_num, title public_name, subtitle physical_address1",
            record: "3734 | Food Bank | 14 Hill Rd | - | -"),
        FirstSight(
            "only names and e-mail addresses",
            ["id,name,email", "1,Alice,alice@example.com", "2,Bob,bob@example.com"],
            roles: "key id, title name, subtitle email", record: "1 | Alice | alice@example.com | - | -"),
        FirstSight(
            "answers to a form",
            [
                "Timestamp,Email Address,What is your name?,How satisfied are you?",
                "3/14/2024 10:05:33,a@x.example,Ann,Very", "3/14/2024 11:15:01,b@x.example,Bob,Somewhat",
                "3/15/2024 9:00:00,c@x.example,Cyd,Very",
            ],
            roles: "key email_address, title what_is_your_name, subtitle how_satisfied_are_you, date timestamp",
            record: "a@x.example | Ann | Very | 2024-03-14T10:05:33 | -"),
        FirstSight(
            "movies",
            [
                "imdb_id,title,year,genres,rating,url",
                "tt0111161,The Shawshank Redemption,1994,Drama,9.3,https://imdb.example/tt0111161",
                "tt0068646,The Godfather,1972,\"Crime, Drama\",9.2,https://imdb.example/tt0068646",
            ],
            roles: "key imdb_id, title title, subtitle genres, date year, link url",
            record: "tt0111161 | The Shawshank Redemption | Drama | 1994-01-01 | -"),
        FirstSight(
            "books with long numbers",
            [
                "ISBN,Author,Title,Published", "9780141439518,Jane Austen,Pride and Prejudice,2002-12-31",
                "9780439708180,J. K. Rowling,Harry Potter,1999-09-08",
            ],
            roles: "key isbn, title title, subtitle author, date published",
            record: "9780141439518 | Pride and Prejudice | Jane Austen | 2002-12-31 | -"),
        FirstSight(
            "ids with leading zeros",
            ["geoid,county,state,pop2020", "01001,Autauga,Alabama,58805", "02013,Aleutians East,Alaska,3420"],
            roles: "key geoid, title county, subtitle state", record: "01001 | Autauga | Alabama | - | -",
            columns: "geoid, county, state, pop2020:integer"),
        FirstSight(
            "flights with times of day",
            [
                "Flight,From,To,Departs,Arrives,Date", "SK101,Oslo,Bergen,07:05,08:00,2024-05-01",
                "SK102,Bergen,Oslo,08:35 PM,09:30 PM,2024-05-01", "SK103,Oslo,Paris,09:00,11:25,2024-05-02",
            ],
            roles: "key flight, title flight, subtitle from, date date_",
            record: "SK101 | SK101 | Oslo | 2024-05-01 | -"),
        FirstSight(
            "an account",
            [
                "Date,Description,Debit,Credit,Balance", "01/02/2024,COFFEE SHOP,3.50,,996.50",
                "01/13/2024,SALARY,,2000.00,2996.50", "01/15/2024,COFFEE SHOP,3.50,,2993.00",
            ],
            roles: "key digest of the row, title description, date date_",
            record: "7ee81816995288f6 | COFFEE SHOP | - | 2024-01-02 | -"),
        FirstSight(
            "yes and no", ["id,name,active,paid", "1,Ann,Y,yes", "2,Bob,N,no", "3,Cyd,Y,yes"],
            roles: "key id, title name", record: "1 | Ann | - | - | -", columns: "id:integer, name, active, paid"),
        FirstSight(
            "percentages", ["Country,Share,Change", "Norway,12.5%,+0.3%", "Sweden,9.1%,-0.2%", "Denmark,7%,0.0%"],
            roles: "key country, title country", record: "Norway | Norway | - | - | -",
            columns: "country, share:decimal, change:decimal", note: "share (%), change (%)"),
        FirstSight(
            "prices", ["Item,Price,Cost,Loss", "Pen,$1.20,\"1,00 €\",(5.00)", "Ink,$12.00,\"9,50 €\",3.00"],
            roles: "key item, title item", record: "Pen | Pen | - | - | -",
            columns: "item, price:decimal, cost:decimal, loss:decimal", note: "price ($), cost (€)"),
        FirstSight(
            "emoji", ["emoji,name,group", "😀,grinning face,Smileys", "🚀,rocket,Travel"],
            roles: "key emoji, title name, subtitle group", record: "😀 | grinning face | Smileys | - | -"),
        FirstSight(
            "one column of phrases", ["phrase", "it's one", "it's  two", "three's"],
            roles: "key phrase, title phrase", record: "it's-one | it's one | - | - | -"),
        FirstSight(
            "long texts",
            [
                "id,question,answer", "1,How do I apply?," + String(repeating: "word ", count: 300),
                "2,Where is it?," + String(repeating: "text ", count: 300),
            ],
            roles: "key id, title question", record: "1 | How do I apply? | - | - | -"),
        FirstSight(
            "quoted line breaks",
            ["id,title,body", "1,Hello,\"Line one\nLine \"\"two\"\"\"", "2,World,\"Other\r\ntext\""],
            roles: "key id, title title, subtitle body", record: "1 | Hello | Line one Line \"two\" | - | -"),
        FirstSight(
            "days before months",
            ["ref,description,date", "A1,First thing,03/04/2023", "A2,Second thing,13/04/2023"],
            roles: "key ref, title description, date date_", record: "A1 | First thing | - | 2023-04-03 | -"),
        FirstSight(
            "a series of years", ["Year,Population", "2019,100", "2020,110"], roles: "key year, title year, date year",
            record: "2019 | 2019 | - | 2019-01-01 | -"),
        FirstSight(
            "prices by day", ["Date,Open,Close,Volume", "2024-01-02,10.5,10.9,100000", "2024-01-03,10.9,11.1,120000"],
            roles: "key date_, title date_, date date_", record: "2024-01-02 | 2024-01-02 | - | 2024-01-02 | -"),
        FirstSight(
            "tickets",
            [
                "Ticket,Summary,Assignee,Status,Created,Due", "ABC-1,Fix login,ann,Open,2024-01-02,2024-02-01",
                "ABC-2,Add page,bob,Done,2024-01-03,2024-02-05",
            ],
            roles: "key ticket, title summary, subtitle status, date created",
            record: "ABC-1 | Fix login | Open | 2024-01-02 | -"),
        FirstSight(
            "products",
            ["SKU,Product,Qty,Unit Price,In Stock", "A-100,Hammer,5,12.50,yes", "A-101,Saw,0,20.00,no"],
            roles: "key sku, title product", record: "A-100 | Hammer | - | - | -"),
        FirstSight(
            "restaurants",
            [
                "CAMIS,DBA,BORO,BUILDING,STREET,PHONE,CUISINE DESCRIPTION,INSPECTION DATE",
                "30075445,MORRIS PARK BAKE SHOP,Bronx,1007,MORRIS PARK AVE,7188924968,Bakery,02/19/2023",
                "30112340,WENDY'S,Brooklyn,469,FLATBUSH AVENUE,7182875005,Hamburgers,08/22/2022",
            ],
            roles: "key camis, title dba, subtitle street, date inspection_date",
            record: "30075445 | MORRIS PARK BAKE SHOP | MORRIS PARK AVE | 2023-02-19 | -"),
        FirstSight(
            "months in German",
            ["Nr;Titel;Datum", "1;Erste Sitzung;5. März 2024", "2;Zweite Sitzung;12. Dezember 2024"],
            roles: "key nr, title titel, date datum", record: "1 | Erste Sitzung | - | 2024-03-05 | -"),
        FirstSight(
            "months in French and Spanish",
            ["id,nom,date", "1,Évry,12 février 2020", "2,Massy,3 août 2021", "3,Vigo,5 de mayo de 2021"],
            roles: "key id, title nom, date date_", record: "1 | Évry | - | 2020-02-12 | -"),
        FirstSight(
            "weekdays before dates",
            ["Event,When", "Picnic,\"Monday, March 4, 2024\"", "Run,\"Tue, 5 Mar 2024 10:00:00 GMT\""],
            roles: "key event, title event, date when", record: "Picnic | Picnic | - | 2024-03-04 | -"),
        FirstSight(
            "groups between no-break spaces", ["ville;population", "Évry;53\u{A0}871", "Lyon;522\u{202F}250"],
            roles: "key ville, title ville", record: "Évry | Évry | - | - | -", columns: "ville, population:integer"),
    ]
}
