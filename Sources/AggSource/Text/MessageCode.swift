/// A message authentication code (HMAC with SHA-256; RFC 2104, FIPS 180-4).
package enum MessageCode {
    /// The code of a message, in hexadecimal digits.
    package static func hexadecimal(of message: [UInt8], key: [UInt8]) -> String {
        let short = key.count > SHA256.block ? SHA256.digest(key) : key
        let padded = short + [UInt8](repeating: 0, count: SHA256.block - short.count)
        let inner = SHA256.digest(padded.map { $0 ^ 0x36 } + message)
        let code = SHA256.digest(padded.map { $0 ^ 0x5C } + inner)
        return code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// SHA-256 of short messages; no library that agg uses provides it.
private enum SHA256 {
    /// The size of a block in bytes.
    static let block = 64

    private static let start: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]

    static func digest(_ message: [UInt8]) -> [UInt8] {
        var bytes = message + [0x80]
        bytes += [UInt8](repeating: 0, count: (block * 2 - 8 - bytes.count % block) % block)
        bytes += big(UInt64(message.count) * 8)
        var state = start
        for offset in stride(from: 0, to: bytes.count, by: block) { mix(&state, bytes[offset..<offset + block]) }
        return state.flatMap(big)
    }

    private static func mix(_ state: inout [UInt32], _ bytes: ArraySlice<UInt8>) {
        var words = [UInt32](repeating: 0, count: block)
        for (place, byte) in bytes.enumerated() { words[place / 4] = words[place / 4] << 8 | UInt32(byte) }
        for place in 16..<block {
            let (near, far) = (words[place - 15], words[place - 2])
            let first = turned(near, 7) ^ turned(near, 18) ^ near >> 3
            let second = turned(far, 17) ^ turned(far, 19) ^ far >> 10
            words[place] = words[place - 16] &+ first &+ words[place - 7] &+ second
        }
        var round = state
        for place in 0..<block {
            let (a, e) = (round[0], round[4])
            let sum = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
            let choice = e & round[5] ^ ~e & round[6]
            let first = round[7] &+ sum &+ choice &+ constants[place] &+ words[place]
            let majority = a & round[1] ^ a & round[2] ^ round[1] & round[2]
            let second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ majority
            round = [first &+ second] + round[0..<7]
            round[4] = round[4] &+ first
        }
        for place in state.indices { state[place] = state[place] &+ round[place] }
    }

    private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

    /// The bytes of a number, the most significant first.
    private static func big<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian, Array.init)
    }
}
