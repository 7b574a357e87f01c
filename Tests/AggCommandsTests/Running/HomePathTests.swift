import Testing

import AggCommands

@Suite struct HomePathTests {
    @Test(arguments: [
        ("~/a b", "/h/a b"), ("~", "/h"), ("~/", "/h/"), ("~a/b", "~a/b"), ("/x/~/y", "/x/~/y"), ("a", "a"), ("", ""),
    ])
    func `a tilde is the home that HOME names`(path: String, expanded: String) {
        #expect(HomePath.expanded(path, home: "/h") == expanded)
    }

    @Test(arguments: [nil, ""])
    func `without HOME it is that of the account`(home: String?) {
        #expect(HomePath.expanded("~/x", home: home).hasPrefix("/"))
    }
}
