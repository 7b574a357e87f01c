import Testing

@testable import AggAtlas

/// The lines of maps: whether they are decoded completely, and which of them a rectangle shows.
@Suite struct AtlasTests {
    private static let britain = AtlasFrame(west: -9, width: 12, south: 49, north: 61)

    @Test(arguments: Atlas.Detail.allCases)
    func `the whole earth has every kind of line, within its bounds`(detail: Atlas.Detail) {
        let lines = Atlas.lines(in: .world, detail: detail)
        #expect(lines.count > 300)
        #expect(Set(lines.map(\.kind)) == Set(AtlasLine.Kind.allCases))
        #expect(lines.allSatisfy { $0.points.count > 1 })
        #expect(
            lines.allSatisfy { line in
                line.points.allSatisfy { abs($0.longitude) <= 180 && abs($0.latitude) <= 90 }
            })
        // The world has coasts in every quarter, and no line across all of it.
        for west in [-180.0, -90, 0, 90] {
            #expect(
                !Atlas.lines(in: AtlasFrame(west: west, width: 90, south: -60, north: 80), detail: detail).isEmpty)
        }
        let longest = lines.flatMap { line in
            zip(line.points, line.points.dropFirst()).map { abs($0.longitude - $1.longitude) }
        }.max()
        #expect((longest ?? 0) < 60)
    }

    @Test func `a closer map has more detail`() {
        let counts = Atlas.Detail.allCases.map { detail in
            Atlas.lines(in: Self.britain, detail: detail).map(\.points.count).reduce(0, +)
        }
        #expect(counts[0] > 30 && counts[1] > 5 * counts[0])
        #expect(Atlas.Detail(degreesPerDot: 360.0 / 160) == .coarse)
        #expect(Atlas.Detail(degreesPerDot: 10.0 / 160) == .fine)
    }

    @Test func `lines are clipped at the edges`() {
        let lines = Atlas.lines(in: Self.britain, detail: .fine)
        #expect(
            lines.allSatisfy { line in
                line.points.allSatisfy { (-9...3).contains($0.longitude) && (49...61).contains($0.latitude) }
            })
        #expect(lines.contains { line in line.points.contains { $0.latitude == 49 || $0.longitude == 3 } })
    }

    @Test func `lines continue across the date line`() {
        // Fiji is on both sides of it.
        for west in [175.0, -185, 535] {
            let lines = Atlas.lines(in: AtlasFrame(west: west, width: 10, south: -20, north: -14), detail: .fine)
            let longitudes = lines.flatMap(\.points).map { $0.longitude - west }
            #expect(longitudes.allSatisfy { (0...10).contains($0) })
            #expect(longitudes.contains { $0 < 4.9 } && longitudes.contains { $0 > 5 })
        }
    }

    @Test func `a rectangle wider than the world shows it once`() {
        let frame = AtlasFrame(west: -300, width: 600, south: -90, north: 90)
        #expect(Atlas.lines(in: frame, detail: .coarse).count == Atlas.lines(in: .world, detail: .coarse).count)
    }

    @Test func `a line that leaves a rectangle and returns has two parts`() {
        let frame = AtlasFrame(west: 0, width: 10, south: 0, north: 10)
        let line = [(1.0, 5.0), (5, 5), (5, 15), (7, 15), (7, 5), (20, 5)].map {
            AtlasPoint(longitude: $0, latitude: $1)
        }
        let parts = frame.parts(of: line).map { $0.map { [$0.longitude, $0.latitude] } }
        #expect(parts == [[[1, 5], [5, 5], [5, 10]], [[7, 10], [7, 5], [10, 5]]])
        #expect(
            frame.parts(of: [AtlasPoint(longitude: -1, latitude: 0), AtlasPoint(longitude: -1, latitude: 9)]) == [])
    }

    @Test(
        arguments: [[], [0], [9, 2, 0, 0, 2, 2], [0, 200], [0, 2, 128, 128, 128, 128, 128], [0, 3, 2, 2, 2]]
            as [[UInt8]])
    func `damaged bytes end the lines`(bytes: [UInt8]) {
        var decoder = AtlasDecoder(bytes)
        #expect(decoder.next() == nil)
    }

    @Test func `reads points as differences`() {
        // (1, -1), then (1.005, -0.5); the next line begins 0.01 degrees west of the first point.
        var decoder = AtlasDecoder([2, 2, 0x90, 0x03, 0x8F, 0x03, 2, 0xC8, 0x01, 3, 1, 3, 0])
        let line = decoder.next()
        #expect(line?.kind == .border)
        #expect(line?.points.map { [$0.longitude, $0.latitude] } == [[1, -1], [1.005, -0.5]])
        #expect(decoder.next()?.points.map { [$0.longitude, $0.latitude] } == [[0.99, -1]])
        #expect(decoder.next() == nil)
    }
}
