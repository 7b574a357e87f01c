import AggSource
import ArcGISSource
import CKANSource
import CitiesSource
import CommandSource
import FeedSource
import GitHubSource
import NYCSchoolsSource
import SODASource
import SingerSource
import TableSource

/// The built-in kinds of sources, ordered by name; a new module adds its line here.
let builtInSources: [any DataSource.Type] = [
    ArcGISSource.self,
    CKANSource.self,
    CitiesSource.self,
    CommandSource.self,
    FeedSource.self,
    GitHubSource.self,
    NYCSchoolsSource.self,
    SODASource.self,
    SingerSource.self,
    TableSource.self,
]
