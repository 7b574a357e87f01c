import AggSource

/// The record of this project; GRDB has a class of the same name.
typealias Record = AggSource.Record
