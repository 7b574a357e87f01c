/// Other names of large cities that the list of cities spells in a local, an older or a shortened way.
///
/// The first names are those of GeoNames (https://www.geonames.org, CC BY 4.0), which are mostly the English ones; a few
/// that people still type are added. The list's own spelling stands behind each entry.
enum LargeCityNames {
    /// The other names of a city; none for most.
    static func names(of id: Int64) -> [String] {
        UInt32(exactly: id).flatMap { names[$0] } ?? []
    }

    private static let names: [UInt32: [String]] = [
        98860: ["Najaf"],  // An Najaf al Ashraf
        99532: ["Basrah"],  // Al Basrah
        104515: ["Makkah"],  // Mecca
        109223: ["Madinah"],  // Medina
        110336: ["Dammam"],  // Ad Dammam
        170794: ["Deir ez-Zor"],  // Dayr az Zawr
        291074: ["Ras Al Khaimah"],  // Ras al Khaymah
        292878: ["Fujairah"],  // Al Fujayrah
        293918: ["Petaẖ Tiqva"],  // Petaẖ Tiqwa
        323779: ["Antakya"],  // Antioch
        339219: ["Dessie"],  // Dese
        343300: ["Asmara"],  // Asmera
        360995: ["Giza"],  // Al Jizah
        388349: ["Al Başrah al Qadīmah"],  // Al Basrat al Qadimah
        418863: ["Isfahan"],  // Esfahan
        498817: ["Leningrad"],  // Saint Petersburg
        501175: ["Rostov-on-Don"],  // Rostov-na-Donu
        558418: ["Grozny"],  // Groznyy
        610611: ["Aktobe"],  // Aqtobe
        620127: ["Vitebsk"],  // Vitsyebsk
        665004: ["Târgu Mureş"],  // Targu-Mures
        698740: ["Odesa"],  // Odessa
        703448: ["Kyiv"],  // Kiev
        705812: ["Kropyvnytskyi"],  // Kirovohrad
        709930: ["Dnipro"],  // Dnipropetrovsk
        745044: ["Constantinople"],  // Istanbul
        964420: ["Gqeberha"],  // Port Elizabeth
        1205733: ["Chattogram"],  // Chittagong
        1217662: ["Bukhara"],  // Buxoro
        1253102: ["Visakhapatnam"],  // Vishakhapatnam
        1254388: ["Tiruchirappalli"],  // Tiruchchirappalli
        1261731: ["Nashik"],  // Nasik
        1263780: ["Mangaluru"],  // Mangalore
        1264527: ["Madras"],  // Chennai
        1265873: ["Kozhikode"],  // Calicut
        1270396: ["Howrah"],  // Haora
        1270642: ["Gurugram"],  // Gurgaon
        1272423: ["Dombivali"],  // Dombivli
        1274693: ["Chānda"],  // Chandrapur
        1275004: ["Calcutta"],  // Kolkata
        1275339: ["Bombay"],  // Mumbai
        1277333: ["Bengaluru"],  // Bangalore
        1278994: ["Prayagraj"],  // Allahabad
        1279233: ["Ahmedabad"],  // Ahmadabad
        1280849: ["Kashgar"],  // Kashi
        1298824: ["Yangon"],  // Rangoon
        1514019: ["Fergana"],  // Fargona
        1518542: ["Taldykorgan"],  // Taldyqorghan
        1519922: ["Kyzylorda"],  // Qyzylorda
        1519928: ["Kostanay"],  // Qostanay
        1528249: ["Manas"],  // Jalal-Abad
        1529102: ["Ürümqi"],  // Urunchi
        1529651: ["Jinshanlu"],  // Altay
        1566083: ["Ho Chi Minh City", "Saigon"],  // Thanh pho Ho Chi Minh
        1581130: ["Hanoi"],  // Ha Noi
        1583992: ["Da Nang"],  // Turan
        1624917: ["Bandar Lampung"],  // Bandarlampung
        1720148: ["Caloocan"],  // Caloocan City
        1785623: ["Kunshan"],  // Yushan
        1786760: ["Yixing"],  // Yicheng
        1792892: ["Tianshui"],  // Tianshuijun
        1797873: ["Huai'an"],  // Huaiyin
        1802875: ["Guankou"],  // Liuyang
        1806508: ["Jiading"],  // Jiadingzhen
        1806602: ["Cixi"],  // Xushan
        1808316: ["Heshan"],  // Yiyang
        1809858: ["Canton"],  // Guangzhou
        1815251: ["Jiangyin"],  // Chengjiang
        1816670: ["Peking"],  // Beijing
        1822214: ["Siem Reap"],  // Siemreab
        1835553: ["Suwon"],  // Suigen
        1842485: ["Goyang-si"],  // Goyang
        1846266: ["Jeju City"],  // Jeju
        1848354: ["Yokohama"],  // Yokohama-shi
        1853909: ["Osaka"],  // Osaka-shi
        1856057: ["Nagoya"],  // Nagoya-shi
        1859171: ["Kobe"],  // Kobe-shi
        1862415: ["Hiroshima"],  // Hiroshima-shi
        1863967: ["Fukuoka"],  // Fukuoka-shi
        2028462: ["Ulan Bator"],  // Ulaanbaatar
        2081986: ["Palikir"],  // Palikir - National Government Center
        2111149: ["Sendai"],  // Sendai-shi
        2122104: ["Petropavlovsk-Kamchatsky"],  // Petropavlovsk-Kamchatskiy
        2128295: ["Sapporo"],  // Sapporo-shi
        2210554: ["Sirte"],  // Surt
        2317397: ["Bandundu Province"],  // Bandundu
        2462881: ["Laayoune"],  // Laayoune / El Aaiun
        2510911: ["Seville"],  // Sevilla
        2660646: ["Geneva"],  // Geneve
        2661604: ["Basle"],  // Basel
        2711537: ["Gothenburg"],  // Goeteborg
        2803138: ["Antwerp"],  // Antwerpen
        2867714: ["Munich", "München"],  // Muenchen
        2886242: ["Köln", "Cologne"],  // Koeln
        2910831: ["Hanover"],  // Hannover
        3068160: ["Pilsen"],  // Plzen
        3094802: ["Cracow"],  // Krakow
        3165524: ["Turin"],  // Torino
        3169070: ["Rome"],  // Roma
        3172394: ["Naples"],  // Napoli
        3173435: ["Milan"],  // Milano
        3176959: ["Florence"],  // Firenze
        3514674: ["Gustavo Adolfo Madero"],  // Gustavo A. Madero
        3521081: ["Puebla"],  // Puebla de Zaragoza
        3522507: ["Oaxaca"],  // Oaxaca de Juarez
        3529612: ["Ecatepec de Morelos"],  // Ecatepec
        3573890: ["Port of Spain"],  // Port-of-Spain
        3703443: ["Panama City"],  // Panama
        3998655: ["León de los Aldama"],  // Leon
        4140963: ["Washington", "DC"],  // Washington, D. C.
        4407066: ["St. Louis"],  // Saint Louis
        5110253: ["The Bronx"],  // Bronx
        5128581: ["New York City", "NYC"],  // New York
        5133268: ["Queens"],  // Queens County
        7283386: ["Changshu"],  // Changshu City
    ]
}
