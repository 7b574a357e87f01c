import Testing

import AggFiles

@Suite struct HomePathTests {
    @Test(arguments: [
        ("~/a b", "/h/a b"), ("~", "/h"), ("~/", "/h/"), ("~a/b", "~a/b"), ("/x/~/y", "/x/~/y"), ("a", "a"), ("", ""),
    ])
    func `a tilde expands to HOME`(path: String, expanded: String) {
        #expect(HomePath.expanded(path, home: "/h") == expanded)
    }

    @Test(arguments: [nil, ""])
    func `a tilde expands to the home folder of the account without HOME`(home: String?) {
        #expect(HomePath.expanded("~/x", home: home).hasPrefix("/"))
    }
}
