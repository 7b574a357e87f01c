import AggStorage
import AggStore
import AggTesting
import Foundation

/// The conformers of the ports, each of which has to keep the same contract.
enum StoreKind: CaseIterable, Sendable {
    case inMemory
    case sqlite

    func makeRecordStore() throws -> TestedStore<any RecordStore> {
        switch self {
        case .inMemory: return TestedStore(store: InMemoryRecordStore(), folder: nil)
        case .sqlite:
            let folder = TemporaryFolder()
            return TestedStore(store: try Stores.open(folder: folder.url).mirror, folder: folder)
        }
    }

    func makeUserStore() throws -> TestedStore<any UserStore> {
        switch self {
        case .inMemory: return TestedStore(store: InMemoryUserStore(), folder: nil)
        case .sqlite:
            let folder = TemporaryFolder()
            return TestedStore(store: try Stores.open(folder: folder.url).user, folder: folder)
        }
    }

    func makeReadMarkStore() throws -> TestedStore<any ReadMarkStore> {
        switch self {
        case .inMemory: return TestedStore(store: InMemoryReadMarkStore(), folder: nil)
        case .sqlite:
            let folder = TemporaryFolder()
            return TestedStore(store: try Stores.open(folder: folder.url).readMarks, folder: folder)
        }
    }

    func makeAlertStore() throws -> TestedStore<any AlertStore> {
        switch self {
        case .inMemory: return TestedStore(store: InMemoryAlertStore(), folder: nil)
        case .sqlite:
            let folder = TemporaryFolder()
            return TestedStore(store: try Stores.open(folder: folder.url).alerts, folder: folder)
        }
    }
}

/// A store, and the folder that has to live as long.
struct TestedStore<Store: Sendable>: Sendable {
    let store: Store
    let folder: TemporaryFolder?
}
