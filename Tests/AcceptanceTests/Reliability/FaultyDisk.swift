import Foundation
import TestSupport

/// A library between the program and the system that makes calls on the files of a store fail.
///
/// It is built with the machine's C compiler and loaded through LD_PRELOAD, if the machine has both.
struct FaultyDisk: Sendable {
    /// What fails.
    enum Fault: Sendable {
        /// Every write, sync, or truncation from the n-th on fails with an error.
        case writing(from: Int, error: Int32)
        /// Every read from the n-th on fails.
        case reading(from: Int)
        /// Every lock is refused with an error.
        case locking(error: Int32)

        /// Whether SQLite treats the error as another program's lock and waits for it.
        var isWaitedFor: Bool { if case .locking(ENOLCK) = self { true } else { false } }

        fileprivate var text: String {
            switch self {
            case .writing(let number, let error): "write \(number) \(error)"
            case .reading(let number): "read \(number) \(EIO)"
            case .locking(let error): "lock 1 \(error)"
            }
        }
    }

    private let folder: TemporaryFolder

    /// Builds the library; nil if that fails.
    init?() {
        guard
            let compiler = ["/usr/bin/cc", "/usr/bin/gcc", "/usr/bin/clang"].first(where: {
                FileManager.default.isExecutableFile(atPath: $0)
            }), let folder = try? TemporaryFolder()
        else { return nil }
        self.folder = folder
        guard (try? Data(Self.source.utf8).write(to: URL(filePath: folder.path("fault.c")))) != nil else { return nil }
        let process = Process()
        process.executableURL = URL(filePath: compiler)
        process.arguments = ["-shared", "-fPIC", "-O1", "-o", folder.path("fault.so"), folder.path("fault.c"), "-ldl"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return nil }
    }

    /// The environment variables that make calls fail.
    func environment(_ fault: Fault) -> [String: String] {
        ["LD_PRELOAD": folder.path("fault.so"), "AGG_TEST_FAULT": fault.text]
    }

    private static let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <stdarg.h>
        #include <stdatomic.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>

        static char kind[16];
        static int from, number;
        static atomic_int count;

        __attribute__((constructor)) static void set_up(void) {
            const char *text = getenv("AGG_TEST_FAULT");
            if (text) sscanf(text, "%15s %d %d", kind, &from, &number);
        }

        static int fails(const char *what, int file) {
            if (strcmp(what, kind)) return 0;
            char link[64], path[1024];
            snprintf(link, sizeof link, "/proc/self/fd/%d", file);
            ssize_t length = readlink(link, path, sizeof path - 1);
            if (length < 0) return 0;
            path[length] = 0;
            if (!strstr(path, ".sqlite")) return 0;
            if (atomic_fetch_add(&count, 1) + 1 < from) return 0;
            errno = number;
            return 1;
        }

        #define NEXT(result, name, ...) \\
            static result (*next)(__VA_ARGS__); \\
            if (!next) next = dlsym(RTLD_NEXT, #name)

        ssize_t pwrite(int f, const void *b, size_t n, off_t o) {
            NEXT(ssize_t, pwrite, int, const void *, size_t, off_t);
            return fails("write", f) ? -1 : next(f, b, n, o);
        }
        ssize_t pwrite64(int f, const void *b, size_t n, off64_t o) {
            NEXT(ssize_t, pwrite64, int, const void *, size_t, off64_t);
            return fails("write", f) ? -1 : next(f, b, n, o);
        }
        ssize_t pread(int f, void *b, size_t n, off_t o) {
            NEXT(ssize_t, pread, int, void *, size_t, off_t);
            return fails("read", f) ? -1 : next(f, b, n, o);
        }
        ssize_t pread64(int f, void *b, size_t n, off64_t o) {
            NEXT(ssize_t, pread64, int, void *, size_t, off64_t);
            return fails("read", f) ? -1 : next(f, b, n, o);
        }
        int fsync(int f) {
            NEXT(int, fsync, int);
            return fails("write", f) ? -1 : next(f);
        }
        int fdatasync(int f) {
            NEXT(int, fdatasync, int);
            return fails("write", f) ? -1 : next(f);
        }
        int ftruncate64(int f, off64_t o) {
            NEXT(int, ftruncate64, int, off64_t);
            return fails("write", f) ? -1 : next(f, o);
        }
        static int locks(int command) {
            return command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK || command == F_OFD_SETLKW;
        }
        int fcntl64(int f, int command, ...) {
            va_list list;
            va_start(list, command);
            void *argument = va_arg(list, void *);
            va_end(list);
            NEXT(int, fcntl64, int, int, ...);
            return locks(command) && fails("lock", f) ? -1 : next(f, command, argument);
        }
        int fcntl(int f, int command, ...) {
            va_list list;
            va_start(list, command);
            void *argument = va_arg(list, void *);
            va_end(list);
            NEXT(int, fcntl, int, int, ...);
            return locks(command) && fails("lock", f) ? -1 : next(f, command, argument);
        }
        """
}
