import AggSearch
import AggSource
import Testing

struct RecordConditionTests {
    @Test(arguments: [
        (RecordCondition.has(.column("stars")), true), (.has(.column("size")), false), (.always, true), (.never, false),
        (.any([.has(.column("size")), .has(.column("stars"))]), true),
        (.any([.has(.column("size")), .has(.column("age"))]), false),
        (.any([.has(.column("size")), .has(.date)]), true),
        (.all([.has(.column("stars")), .any([.has(.column("size")), .has(.column("age"))])]), false),
        (.not(.has(.column("size"))), true),
    ])
    func `a condition on columns that a source lacks excludes the source`(condition: RecordCondition, canBeMet: Bool) {
        #expect(condition.canBeMet { $0 == "stars" } == canBeMet)
    }

    @Test func `a vowel sign can follow the start of a word`() {
        let hindi = record("हिन्दी")
        #expect(RecordCondition.words(["हिन्द"], isOpen: true).isMet(by: hindi, words: RecordWords(hindi)))
    }
}
