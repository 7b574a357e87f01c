import Foundation

/// Large cities and the names that people know them by; each name must find its city as the first row.
///
/// The cities have a million people or more and another name in English, in their own language, or in the past; smaller ones
/// have many names. The last ten are smaller, but the largest with their name. A line has the id, the country, the spelling
/// in the public list, latitude, longitude, and the names, which nobody would use for another place.
enum FirstRowCities {
    struct City {
        var id: String
        var country: String
        var title: String
        var latitude: Double
        var longitude: Double
        var names: [String]
    }

    static let all: [City] = table.split(separator: "\n").map { line in
        let fields = line.split(separator: "|").map(String.init)
        return City(
            id: fields[0], country: fields[1], title: fields[2], latitude: Double(fields[3]) ?? 0,
            longitude: Double(fields[4]) ?? 0, names: fields[5].components(separatedBy: ", "))
    }

    private static let table = """
        292968|AE|Abu Dhabi|24.47|54.37|Abu Dhabi, Abū Ẓabī, أبو ظبي
        292223|AE|Dubai|25.26|55.30|Dubai, Dubayy, دبي
        292672|AE|Sharjah|25.36|55.40|Sharjah, Ash Shariqah, الشارقة
        1138958|AF|Kabul|34.53|69.17|Kabul, Kabool, کابل
        616635|AM|Gyumri|40.79|43.85|Gyumri, Leninakan, Alexandropol, Գյումրի
        616052|AM|Yerevan|40.18|44.51|Yerevan, Erevan, Erivan, Երևան
        2761369|AT|Vienna|48.21|16.37|Vienna, Wien, Viena, Bécs, Wenen
        587084|AZ|Baku|40.38|49.89|Baku, Bakı, Баку
        586523|AZ|Ganja|40.68|46.36|Ganja, Kirovabad, Elisabethpol, Gəncə
        1205733|BD|Chittagong|22.33|91.84|Chittagong, Chattogram, চট্টগ্রাম
        1185241|BD|Dhaka|23.71|90.41|Dhaka, Dacca, ঢাকা
        2803138|BE|Antwerpen|51.22|4.40|Antwerpen, Antwerp, Anvers, Amberes
        2800866|BE|Brussels|50.85|4.35|Brussels, Bruxelles, Brussel
        727523|BG|Ruse|43.86|25.97|Ruse, Rousse, Rustchuk, Русе
        727011|BG|Sofia|42.70|23.32|Sofia, Sofiya, София
        3450554|BR|Salvador|-12.97|-38.51|Salvador, Salvador da Bahia, São Salvador da Bahia
        625665|BY|Mahilyow|53.91|30.34|Mahilyow, Mogilev, Mahilioŭ, Магілёў
        2314302|CD|Kinshasa|-4.32|15.32|Kinshasa, Léopoldville
        2661604|CH|Basel|47.56|7.57|Basel, Basle, Bâle, Basilea
        2660646|CH|Geneve|46.20|6.15|Geneve, Geneva, Genf, Ginevra
        1816670|CN|Beijing|39.91|116.40|Beijing, Peking, Pekin, Pechino, Pequim
        1815286|CN|Chengdu|30.67|104.07|Chengdu, Chengtu
        1809858|CN|Guangzhou|23.12|113.25|Guangzhou, Canton, Kanton, Kwangchow
        2037013|CN|Harbin|45.75|126.65|Harbin, Kharbin, 哈尔滨
        2036892|CN|Hohhot|40.81|111.65|Hohhot, Huhehot, 呼和浩特
        1799962|CN|Nanjing|32.06|118.78|Nanjing, Nanking, Nankin
        1797929|CN|Qingdao|36.10|120.37|Qingdao, Tsingtao, Tsingtau
        1797353|CN|Quanzhou|24.91|118.59|Quanzhou, Chinchew, Zayton
        1796236|CN|Shanghai|31.22|121.46|Shanghai, Schanghai
        1795565|CN|Shenzhen|22.55|114.07|Shenzhen, Shumchun
        1792947|CN|Tianjin|39.14|117.18|Tianjin, Tientsin
        1529102|CN|Urunchi|43.80|87.60|Urunchi, Ürümqi, Urumchi, Dihua, 乌鲁木齐
        1791247|CN|Wuhan|30.58|114.27|Wuhan, Hankou, Hankow
        1790630|CN|Xian|34.26|108.93|Xian, Sian, Chang'an
        3688689|CO|Bogota|4.61|-74.08|Bogota, Santafé de Bogotá, Santa Fe de Bogotá
        3553478|CU|Havana|23.13|-82.38|Havana, La Habana, Habana, La Havane, Havanna
        146268|CY|Nicosia|35.17|33.37|Nicosia, Lefkosia, Lefkoşa, Λευκωσία
        3067696|CZ|Prague|50.09|14.42|Prague, Praha, Prag, Praga
        2950159|DE|Berlin|52.52|13.41|Berlin, Berlino
        2911298|DE|Hamburg|53.55|10.00|Hamburg, Hambourg
        2886242|DE|Koeln|50.93|6.95|Koeln, Cologne, Köln, Keulen
        2867714|DE|Muenchen|48.14|11.58|Muenchen, Munich, München, Monaco di Baviera
        2618425|DK|Copenhagen|55.68|12.57|Copenhagen, København, Kopenhagen, Köpenhamn
        2507480|DZ|Algiers|36.75|3.04|Algiers, Alger, El Djazaïr, Argel, Algier, الجزائر
        360995|EG|Al Jizah|30.01|31.21|Al Jizah, Giza, Gizah, El Giza, الجيزة
        361058|EG|Alexandria|31.22|29.96|Alexandria, Al Iskandariyah, Alexandrie, الإسكندرية
        360630|EG|Cairo|30.06|31.25|Cairo, Al Qahirah, Le Caire, Kairo, El Cairo, القاهرة
        3128760|ES|Barcelona|41.39|2.16|Barcelona, Barcelone
        344979|ET|Addis Ababa|9.02|38.75|Addis Ababa, Addis Abeba, Finfinne, አዲስ አበባ
        2988507|FR|Paris|48.85|2.35|Paris, Parigi, Parijs
        2650225|GB|Edinburgh|55.95|-3.20|Edinburgh, Dùn Èideann, Edimbourg, Edimburgo
        2643743|GB|London|51.51|-0.13|London, Londres, Londra, Londen, Londyn
        611717|GE|Tbilisi|41.69|44.83|Tbilisi, Tiflis, თბილისი
        264371|GR|Athens|37.98|23.72|Athens, Athina, Athen, Athènes, Atene, Αθήνα
        261745|GR|Irakleion|35.33|25.14|Irakleion, Heraklion, Iraklion, Candia, Ηράκλειο
        734077|GR|Thessaloniki|40.64|22.94|Thessaloniki, Salonica, Thessalonica, Salonika, Selanik, Θεσσαλονίκη
        1819729|HK|Hong Kong|22.29|114.16|Hong Kong, Hongkong, Xianggang
        1642911|ID|Jakarta|-6.21|106.85|Jakarta, Batavia, Djakarta
        1622786|ID|Makassar|-5.14|119.42|Makassar, Ujung Pandang, Macassar
        1621177|ID|Yogyakarta|-7.78|110.36|Yogyakarta, Jogjakarta, Jogja, Yogya, Djokjakarta
        2964574|IE|Dublin|53.34|-6.27|Dublin, Baile Átha Cliath, Dublino
        1279233|IN|Ahmadabad|23.03|72.62|Ahmadabad, Ahmedabad, Amdavad, અમદાવાદ
        1278994|IN|Allahabad|25.45|81.85|Allahabad, Prayagraj, प्रयागराज
        1277333|IN|Bangalore|12.98|77.60|Bangalore, Bengaluru, ಬೆಂಗಳೂರು
        1264527|IN|Chennai|13.09|80.28|Chennai, Madras, சென்னை
        1273865|IN|Coimbatore|11.00|76.97|Coimbatore, Kovai, கோயம்புத்தூர்
        1267995|IN|Kanpur|26.47|80.35|Kanpur, Cawnpore, कानपुर
        1275004|IN|Kolkata|22.57|88.37|Kolkata, Calcutta, Kalkutta, কলকাতা
        1275339|IN|Mumbai|19.01|72.85|Mumbai, Bombay, Bombaim, मुंबई
        1259229|IN|Pune|18.52|73.86|Pune, Poona, पुणे
        1254388|IN|Tiruchchirappalli|10.82|78.68|Tiruchchirappalli, Tiruchirappalli, Trichinopoly, Trichy
        1253405|IN|Varanasi|25.33|83.00|Varanasi, Benares, Banaras, वाराणसी
        1253102|IN|Vishakhapatnam|17.69|83.21|Vishakhapatnam, Visakhapatnam, Vizag, Vizagapatam
        99532|IQ|Al Basrah|30.53|47.79|Al Basrah, Basra, Basrah, البصرة
        98182|IQ|Baghdad|33.34|44.40|Baghdad, Bagdad, بغداد
        95446|IQ|Erbil|36.19|44.01|Erbil, Arbil, Irbil, Hewlêr, أربيل
        94824|IQ|Karbala|32.62|44.02|Karbala, Kerbala, كربلاء
        99072|IQ|Mosul|36.33|43.12|Mosul, Al Mawsil, الموصل
        418863|IR|Esfahan|32.66|51.68|Esfahan, Isfahan, Ispahan, اصفهان
        124665|IR|Mashhad|36.30|59.61|Mashhad, Meshed, مشهد
        112931|IR|Tehran|35.69|51.42|Tehran, Teheran, تهران
        3176959|IT|Firenze|43.77|11.25|Firenze, Florence, Florenz, Florencia, Fiorenza
        3176219|IT|Genova|44.41|8.93|Genova, Genoa, Gênes, Genua
        3173435|IT|Milano|45.46|9.19|Milano, Milan, Mailand
        3172394|IT|Napoli|40.83|14.25|Napoli, Naples, Neapel, Nápoles
        3169070|IT|Roma|41.89|12.48|Roma, Rome, Rom
        3164603|IT|Venezia|45.44|12.33|Venezia, Venice, Venise, Venedig, Venecia
        1856057|JP|Nagoya-shi|35.18|136.91|Nagoya-shi, Nagoya, 名古屋
        1821306|KH|Phnom Penh|11.56|104.92|Phnom Penh, Phnum Pénh, ភ្នំពេញ
        1838524|KR|Busan|35.10|129.04|Busan, Pusan, 부산
        1835329|KR|Daegu|35.87|128.59|Daegu, Taegu, 대구
        1835235|KR|Daejeon|36.32|127.42|Daejeon, Taejon, 대전
        1842485|KR|Goyang|37.66|126.83|Goyang, Goyang-si, 고양
        1841811|KR|Gwangju|35.15|126.92|Gwangju, Kwangju, 광주
        1843564|KR|Incheon|37.45|126.73|Incheon, Inchon, Chemulpo, 인천
        1835848|KR|Seoul|37.57|126.98|Seoul, Seúl, 서울
        1835553|KR|Suigen|37.29|127.01|Suigen, Suwon, 수원
        1526384|KZ|Almaty|43.25|76.95|Almaty, Alma-Ata, Алматы
        1526273|KZ|Astana|51.18|71.45|Astana, Nur-Sultan, Akmola, Tselinograd, Астана
        1518980|KZ|Shymkent|42.30|69.60|Shymkent, Chimkent, Шымкент
        276781|LB|Beirut|33.89|35.49|Beirut, Bayrut, Beyrouth, بيروت
        2210247|LY|Tripoli|32.88|13.19|Tripoli, Tarabulus, طرابلس
        2548885|MA|Fes|34.04|-5.00|Fes, Fez, فاس
        2530335|MA|Tangier|35.78|-5.81|Tangier, Tangiers, Tanger, طنجة
        1298824|MM|Rangoon|16.81|96.16|Rangoon, Yangon, ရန်ကုန်
        2377450|MR|Nouakchott|18.09|-15.98|Nouakchott, Nuwakshut, نواكشوط
        4013708|MX|Ciudad Juarez|31.73|-106.48|Ciudad Juarez, Juárez, Paso del Norte
        3530597|MX|Mexico City|19.43|-99.13|Mexico City, Ciudad de México, México, CDMX, Tenochtitlan
        2332459|NG|Lagos|6.45|3.40|Lagos, Eko
        2747373|NL|Den Haag|52.08|4.30|Den Haag, The Hague, La Haye, La Haya
        3143244|NO|Oslo|59.91|10.75|Oslo, Christiania, Kristiania
        1283240|NP|Kathmandu|27.72|85.32|Kathmandu, Katmandu, काठमाडौं
        1179400|PK|Faisalabad|31.42|73.08|Faisalabad, Lyallpur, فیصل آباد
        1174872|PK|Karachi|24.91|67.08|Karachi, Kurrachee, کراچی
        3094802|PL|Krakow|50.08|19.92|Krakow, Cracow, Krakau, Cracovia, Cracovie
        756135|PL|Warsaw|52.23|21.01|Warsaw, Warszawa, Warschau, Varsovie, Varsovia
        2267057|PT|Lisbon|38.72|-9.13|Lisbon, Lisboa, Lisbonne, Lissabon, Lisbona
        683506|RO|Bucharest|44.43|26.11|Bucharest, București, Bukarest, Bucarest
        681290|RO|Cluj-Napoca|46.77|23.60|Cluj-Napoca, Cluj, Kolozsvár, Klausenburg
        792680|RS|Belgrade|44.80|20.47|Belgrade, Beograd, Belgrad, Београд
        3194360|RS|Novi Sad|45.25|19.84|Novi Sad, Újvidék, Neusatz, Нови Сад
        581049|RU|Arkhangelsk|64.54|40.54|Arkhangelsk, Archangel, Archangelsk, Архангельск
        524901|RU|Moscow|55.75|37.62|Moscow, Moskva, Moskau, Moscou, Mosca, Москва
        520555|RU|Nizhniy Novgorod|56.33|44.00|Nizhniy Novgorod, Nizhny Novgorod, Gorky, Gorki, Нижний Новгород
        1496747|RU|Novosibirsk|55.04|82.93|Novosibirsk, Novonikolayevsk, Новосибирск
        501175|RU|Rostov-na-Donu|47.24|39.71|Rostov-na-Donu, Rostov-on-Don, Ростов-на-Дону
        498817|RU|Saint Petersburg|59.89|30.26|Saint Petersburg, Sankt-Peterburg, Sankt Petersburg, Leningrad, Petrograd, Санкт-Петербург
        499099|RU|Samara|53.20|50.15|Samara, Kuybyshev, Самара
        482283|RU|Tolyatti|53.53|49.35|Tolyatti, Togliatti, Stavropol-on-Volga, Тольятти
        519336|RU|Velikiy Novgorod|58.52|31.28|Velikiy Novgorod, Veliky Novgorod, Novgorod, Великий Новгород
        472757|RU|Volgograd|48.72|44.50|Volgograd, Stalingrad, Tsaritsyn, Волгоград
        1486209|RU|Yekaterinburg|56.86|60.61|Yekaterinburg, Ekaterinburg, Sverdlovsk, Екатеринбург
        110336|SA|Ad Dammam|26.43|50.10|Ad Dammam, Dammam, الدمام
        105343|SA|Jeddah|21.52|39.22|Jeddah, Jiddah, Jedda, جدة
        104515|SA|Mecca|21.43|39.83|Mecca, Makkah, Mekka, La Mecque, مكة
        109223|SA|Medina|24.47|39.61|Medina, Madinah, Al Madinah, المدينة المنورة
        108410|SA|Riyadh|24.69|46.72|Riyadh, Ar Riyad, Riad, الرياض
        379252|SD|Khartoum|15.55|32.53|Khartoum, Al Khartum, Khartum, الخرطوم
        379251|SD|Khartoum North|15.63|32.63|Khartoum North, Khartoum Bahri, Al Khartum Bahri
        365137|SD|Omdurman|15.64|32.48|Omdurman, Umm Durman, أم درمان
        2711537|SE|Goeteborg|57.71|11.97|Goeteborg, Gothenburg, Göteborg, Göteburg
        2673730|SE|Stockholm|59.33|18.06|Stockholm, Estocolmo
        1880252|SG|Singapore|1.29|103.85|Singapore, Singapur, Singapura, Singapour, 新加坡
        53654|SO|Mogadishu|2.04|45.34|Mogadishu, Muqdisho, Mogadiscio
        170063|SY|Aleppo|36.20|37.16|Aleppo, Halab, Alep, حلب
        170654|SY|Damascus|33.51|36.29|Damascus, Dimashq, Damas, Damaskus, دمشق
        1609350|TH|Bangkok|13.75|100.52|Bangkok, Krung Thep, Krung Thep Maha Nakhon, กรุงเทพ
        162183|TM|Ashgabat|37.95|58.38|Ashgabat, Aşgabat, Ashkhabad, Poltoratsk, Ашхабад
        750269|TR|Bursa|40.19|29.06|Bursa, Brusa, Prusa
        314830|TR|Gaziantep|37.06|37.38|Gaziantep, Antep, Aintab
        745044|TR|Istanbul|41.01|28.95|Istanbul, Constantinople, Konstantinopel, Byzantium, Stamboul
        1668341|TW|Taipei|25.05|121.53|Taipei, Taibei, Taihoku
        710719|UA|Chernivtsi|48.29|25.94|Chernivtsi, Czernowitz, Cernăuți, Чернівці
        709930|UA|Dnipropetrovsk|48.45|34.98|Dnipropetrovsk, Dnipro, Dnepropetrovsk, Yekaterinoslav, Дніпро
        709717|UA|Donetsk|48.00|37.80|Donetsk, Yuzovka, Stalino, Донецьк
        707471|UA|Ivano-Frankivsk|48.92|24.71|Ivano-Frankivsk, Stanislaviv, Stanisławów, Івано-Франківськ
        706483|UA|Kharkiv|50.00|36.25|Kharkiv, Kharkov, Харків
        703448|UA|Kiev|50.43|30.52|Kiev, Kyiv, Kyjiw, Київ
        705812|UA|Kirovohrad|48.51|32.26|Kirovohrad, Kropyvnytskyi, Yelisavetgrad, Кропивницький
        702550|UA|Lviv|49.84|24.02|Lviv, Lwów, Lvov, Lemberg, Львів
        700569|UA|Mykolayiv|46.97|32.00|Mykolayiv, Mykolaiv, Nikolaev, Nikolayev, Миколаїв
        698740|UA|Odessa|46.48|30.73|Odessa, Odesa, Одеса
        687700|UA|Zaporizhzhya|47.82|35.18|Zaporizhzhya, Zaporizhzhia, Zaporozhye, Aleksandrovsk, Запоріжжя
        5128581|US|New York|40.71|-74.01|New York, New York City, NYC, Nueva York
        1512569|UZ|Tashkent|41.26|69.22|Tashkent, Toshkent, Taschkent, Ташкент
        1566083|VN|Thanh pho Ho Chi Minh|10.75|106.67|Thanh pho Ho Chi Minh, Ho Chi Minh City, Saigon, Sài Gòn, HCMC
        1583992|VN|Turan|16.07|108.22|Turan, Da Nang, Danang, Tourane
        3369157|ZA|Cape Town|-33.93|18.42|Cape Town, Kaapstad, iKapa, Le Cap, Kapstadt
        1007311|ZA|Durban|-29.86|31.03|Durban, eThekwini, Port Natal
        993800|ZA|Johannesburg|-26.20|28.04|Johannesburg, Joburg, eGoli, Jozi
        2638419|GB|Scarborough|54.28|-0.40|Scarborough
        4406831|US|Saint Charles|38.78|-90.48|Saint Charles
        4945283|US|Newton|42.34|-71.21|Newton
        4956184|US|Worcester|42.26|-71.80|Worcester
        5356868|US|Highland|34.13|-117.21|Highland
        5379513|US|Orange|33.79|-117.85|Orange
        5388881|US|Roseville|38.75|-121.29|Roseville
        5391295|US|Salinas|36.68|-121.66|Salinas
        5392952|US|Santa Barbara|34.42|-119.70|Santa Barbara
        5526337|US|Midland|32.00|-102.08|Midland
        """
}
