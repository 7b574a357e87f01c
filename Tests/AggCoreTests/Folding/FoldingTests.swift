import AggText
import Testing

struct FoldingTests {
    @Test(arguments: [
        ("London", "london"),
        ("  New   York\tCity\n", "new york city"),
        ("NGC-1300", "ngc 1300"),
        ("a.b,c;d:e/f(g)h[i]j_k", "a b c d e f g h i j k"),
        ("100 % of $5 & more", "100 of 5 more"),
        ("\u{0}a\u{1}b\u{7F}c", "a b c"),
        ("", ""), (" ", ""), ("!?…", ""), ("-", ""),
    ])
    func `lowercases ASCII letters and splits words at everything else`(text: String, folded: String) {
        #expect(Folding.fold(text) == folded)
    }

    @Test(arguments: [
        ("C++", "c++"), ("C#", "c#"), ("F# and C++20", "f# and c++20"), ("＋＃", "+#"), ("1 + 2", "1 + 2"),
        ("a⁺", "a+"),
    ])
    func `keeps plus and number signs`(text: String, folded: String) {
        #expect(Folding.fold(text) == folded)
    }

    @Test(arguments: ["'", "’", "‘", "ʼ", "ʻ", "ʹ", "′", "`", "´", "＇", "ʿ", "ʾ", "‛", "ˈ", "｀", "\u{55A}", "\u{5F3}"])
    func `drops an apostrophe before, inside, and after a word`(mark: String) {
        #expect(Folding.fold("O\(mark)Fallon") == "ofallon")
        #expect(Folding.fold("\(mark)Ayn Sukhnah") == "ayn sukhnah")
        #expect(Folding.fold("Rock \(mark)n\(mark) Roll") == "rock n roll")
        #expect(Folding.fold("é\(mark)東") == "e 東")
        #expect(Folding.fold(mark) == "")
    }

    @Test(arguments: ["\u{AD}", "\u{200C}", "\u{200D}", "\u{FEFF}", "\u{2060}", "\u{FE0F}", "\u{E0100}"])
    func `drops an invisible character`(mark: String) {
        #expect(Folding.fold("Donau\(mark)dampfer") == "donaudampfer")
    }

    @Test(arguments: ["\u{200B}", "\u{A0}", "\u{3000}", "\u{2028}", "—", "·", "™…", "″", "“", "€", "🎉", "\u{E000}"])
    func `splits words at a blank, a symbol, or a quotation mark`(mark: String) {
        #expect(Folding.fold("a\(mark)b") == (mark == "™…" ? "atm b" : "a b"))
    }

    @Test(arguments: [
        ("São Paulo", "sao paulo"), ("Sa\u{303}o Paulo", "sao paulo"), ("Čačak", "cacak"), ("Hà Nội", "ha noi"),
        ("Đà Nẵng", "da nang"), ("ǅungla", "dzungla"), ("İstanbul", "istanbul"), ("x\u{323}\u{307}y", "xy"),
        ("Αθήνα", "αθηνα"), ("ΆΈΉΊΌΎΏΐΰ", "αεηιουωιυ"), ("ᾅ", "α"), ("Йошкар-Ола", "иошкар ола"),
        ("Орёл", "орел"), ("Київ", "киів"), ("Ѐѝ", "еи"), ("А\u{301}", "а"),
    ])
    func `strips marks from Latin, Greek, and Cyrillic letters`(text: String, folded: String) {
        expectSame(Folding.fold(text), folded)
    }

    @Test(arguments: [
        ("हिन्दी", "हिन्दी"), ("குறள்", "குறள்"), ("שָׁלוֹם", "שָׁלוֹם"), ("مُحَمَّد", "مُحَمَّد"),
        ("ქართული", "ქართული"),
    ])
    func `keeps the marks of other scripts`(text: String, folded: String) {
        #expect(Folding.fold(text) == folded)
        #expect(Folding.fold(text).unicodeScalars.count == folded.unicodeScalars.count)
    }

    @Test(arguments: [
        ("Tromsø", "tromso"), ("Łódź", "lodz"), ("Đakovo", "dakovo"), ("Seyðisfjörður", "seydisfjordur"),
        ("Gießen", "giessen"), ("GROẞ", "gross"), ("Ærø", "aero"), ("Œuvre", "oeuvre"), ("Þingvellir", "thingvellir"),
        ("Iğdır", "igdir"), ("Ħamrun", "hamrun"), ("Ŋaŋ", "nan"), ("ĸ", "k"), ("ſo", "so"), ("Οδυσσεύς", "οδυσσευσ"),
        ("Gəncə", "gence"), ("ŉ", "n"), ("ẚ", "a"), ("ᲀ", "в"), ("ⱥ", "ⱥ"),
    ])
    func `spells letters without a mark from a table`(text: String, folded: String) {
        #expect(Folding.fold(text) == folded)
    }

    @Test(arguments: [
        ("ﬁsh", "fish"), ("Ｔｏｋｙｏ", "tokyo"), ("𝕄𝕒𝕥𝕙 𝐞\u{301}", "math e"), ("№ 5", "no 5"), ("x²", "x2"),
        ("½", "1 2"), ("Ⅷ", "viii"), ("㎏", "kg"), ("①", "1"), ("K", "k"), ("Å", "a"), ("Nº", "no"), ("µ", "μ"),
    ])
    func `composes compatibility forms`(text: String, folded: String) {
        #expect(Folding.fold(text) == folded)
    }

    @Test(arguments: [
        ("東京", "東 京"), ("北京 Beijing大学", "北 京 beijing 大 学"), ("ラーメン", "ラ ー メ ン"), ("ｶﾞｯｺｳ", "ガ ッ コ ウ"),
        ("か\u{3099}", "が"), ("서울특별시", "서 울 특 별 시"), ("\u{1112}\u{1161}\u{11AB}글", "한 글"),
        ("ﾡ", "\u{1100}"), ("กรุงเทพ", "ก รุ ง เ ท พ"), ("น้ำ", "น\u{E49}\u{E4D} า"), ("中・日", "中 日"), ("𠮷野家", "𠮷 野 家"),
        ("人々", "人 々"), ("３丁目", "3 丁 目"),
    ])
    func `makes each Han, Kana, Hangul, and Thai character a word`(text: String, folded: String) {
        expectSame(Folding.fold(text), folded)
    }

    @Test func `drops a mark without a base letter`() {
        #expect(Folding.fold("\u{301}") == "")
        #expect(Folding.fold("5\u{301} \u{93E}\u{E31}") == "5")
        #expect(Folding.fold("¨") == "")
    }

    @Test func `folds a title and its uppercase form alike`() {
        for title in ["straße", "łódź", "αθήνας", "москва", "çatalhöyük", "ǆ"] {
            #expect(Folding.fold(title.uppercased()) == Folding.fold(title))
        }
    }

    @Test func `folds a part of a text like a whole text`() {
        let text = "find O’Fallon in Zürich"
        #expect(text.split(separator: " ").map { Folding.fold($0) } == ["find", "ofallon", "in", "zurich"])
    }
}

/// Compares scalar by scalar, since `==` treats a letter with a mark and its composed form as equal.
func expectSame(_ text: String, _ other: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(Array(text.unicodeScalars) == Array(other.unicodeScalars), sourceLocation: sourceLocation)
}
