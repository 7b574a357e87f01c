import AggSource
import CitiesSource
import FeedSource
import GitHubSource
import NYCSchoolsSource
import SODASource

/// The kinds of sources that come with the program, ordered by name; a new module adds its line here.
let builtInSources: [any DataSource.Type] = [
    CitiesSource.self,
    FeedSource.self,
    GitHubSource.self,
    NYCSchoolsSource.self,
    SODASource.self,
]
