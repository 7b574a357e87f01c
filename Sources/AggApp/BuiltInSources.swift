import AggCore
import CitiesSource
import NYCSchoolsSource
import SODASource

/// The kinds of sources that come with the program, ordered by name; a new module adds its line here.
let builtInSources: [any DataSource.Type] = [
    CitiesSource.self,
    NYCSchoolsSource.self,
    SODASource.self,
]
