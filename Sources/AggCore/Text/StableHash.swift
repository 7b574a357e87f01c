/// A hash that is the same on every machine and in every run (FNV-1a, 64 bits), for keys that are kept.
///
/// It tells texts apart; it is no protection against someone who wants two texts to collide.
public enum StableHash {
    /// The hash of a text as 16 hexadecimal digits.
    public static func text(of text: String) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
