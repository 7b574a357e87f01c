/// The characters of the encodings in which each byte is a character.
struct SingleByteTable {
    /// The characters of the bytes 80 to FF; U+FFFD for those without one.
    private let scalars: [UInt32]

    /// The table of an encoding; nil if it has more than one byte per character.
    init?(_ encoding: TableEncoding) {
        switch encoding {
        case .utf8, .utf16LittleEndian, .utf16BigEndian: return nil
        case .windows1250: scalars = Self.windows1250
        case .windows1251: scalars = Self.windows1251
        case .windows1252: scalars = Self.windows1252
        case .windows1253: scalars = Self.windows1253
        case .windows1254: scalars = Self.windows1254
        case .latin2: scalars = Self.latin2
        case .latin9: scalars = Self.latin9
        case .macintosh: scalars = Self.macintosh
        }
    }

    /// The character of a byte from 80 to FF.
    subscript(byte: UInt8) -> UInt32 { scalars[Int(byte) - 0x80] }

    private static func characters(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

    /// The control characters of the bytes 80 to 9F in encodings that have no others for them.
    private static let controls: [UInt32] = Array(0x80..<0xA0)

    /// Central European.
    private static let windows1250 = characters(
        "€�‚�„…†‡�‰Š‹ŚŤŽŹ�‘’“”•–—�™š›śťžź"
            + "\u{A0}\u{2C7}\u{2D8}Ł¤Ą¦§\u{A8}©Ş«¬\u{AD}®Ż°±\u{2DB}ł\u{B4}µ¶·\u{B8}ąş»Ľ\u{2DD}ľż"
            + "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß"
            + "ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ\u{2D9}")

    /// Cyrillic.
    private static let windows1251 = characters(
        "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—�™љ›њќћџ"
            + "\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї"
            + "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
            + "абвгдежзийклмнопрстуфхцчшщъыьэюя")

    /// Greek.
    private static let windows1253 = characters(
        "€�‚ƒ„…†‡�‰�‹�����‘’“”•–—�™�›����"
            + "\u{A0}\u{385}Ά£¤¥¦§\u{A8}©�«¬\u{AD}®―°±²³\u{384}µ¶·ΈΉΊ»Ό½ΎΏ"
            + "ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ�ΣΤΥΦΧΨΩΪΫάέήί"
            + "ΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ�")

    /// Turkish.
    private static let windows1254 = characters(
        "€�‚ƒ„…†‡\u{2C6}‰Š‹Œ����‘’“”•–—\u{2DC}™š›œ��Ÿ"
            + "\u{A0}¡¢£¤¥¦§\u{A8}©ª«¬\u{AD}®\u{AF}°±²³\u{B4}µ¶·\u{B8}¹º»¼½¾¿"
            + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞß"
            + "àáâãäåæçèéêëìíîïğñòóôõö÷øùúûüışÿ")

    /// Western European on Apple computers before Mac OS X.
    private static let macintosh = characters(
        "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü"
            + "†°¢£§•¶ß®©™\u{B4}\u{A8}≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø"
            + "¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ"
            + "‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙı\u{2C6}\u{2DC}\u{AF}\u{2D8}\u{2D9}\u{2DA}\u{B8}\u{2DD}\u{2DB}\u{2C7}")

    /// Central European.
    private static let latin2: [UInt32] =
        controls
        + characters(
            "\u{A0}Ą\u{2D8}Ł¤ĽŚ§\u{A8}ŠŞŤŹ\u{AD}ŽŻ°ą\u{2DB}ł\u{B4}ľś\u{2C7}\u{B8}šşťź\u{2DD}žż"
                + "ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß"
                + "ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ\u{2D9}")

    /// Western European; the bytes A0 to FF are those of ISO 8859-1.
    private static let windows1252: [UInt32] =
        characters("€�‚ƒ„…†‡\u{2C6}‰Š‹Œ�Ž��‘’“”•–—\u{2DC}™š›œ�žŸ")
        + Array(0xA0...0xFF)

    /// ISO 8859-15, of which some characters differ from ISO 8859-1.
    private static let latin9: [UInt32] = {
        var scalars = windows1252
        let others: [Int: UInt32] = [
            0xA4: 0x20AC, 0xA6: 0x0160, 0xA8: 0x0161, 0xB4: 0x017D, 0xB8: 0x017E, 0xBC: 0x0152, 0xBD: 0x0153,
            0xBE: 0x0178,
        ]
        for (byte, scalar) in others { scalars[byte - 0x80] = scalar }
        return scalars
    }()
}
