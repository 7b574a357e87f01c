import AggApp
import CProcess

@main
enum Main {
    static func main() {
        // One heap for all threads: memory that one frees is there for the others, and each additional heap would grow
        // by one page at a time.
        mallopt(M_ARENA_MAX, 1)
        // A search uses about this much.
        cprocess_grow_heap(900_000)
        cprocess_map_variables(500_000)
        Application().main()
    }
}
