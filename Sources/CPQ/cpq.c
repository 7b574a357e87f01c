// libpq depends on the libraries of TLS and Kerberos, and only a store on a server needs it, so it is not linked. The
// functions in use are defined here under their own names; the first call loads the library, and each call is forwarded to
// it. If the library is missing, they return what libpq returns when it is out of memory.
#include "cpq.h"

#include <dlfcn.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void *library;

static void load(void) { library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL); }

static void *find(const char *name) {
    pthread_once(&once, load);
    return library ? dlsym(library, name) : NULL;
}

/// Defines a function that forwards its arguments; its address is looked up once.
#define FORWARD(result, name, parameters, arguments, missing)                                   \
    result name parameters {                                                                    \
        static void *known;                                                                     \
        void *address = __atomic_load_n(&known, __ATOMIC_RELAXED);                              \
        if (!address) __atomic_store_n(&known, address = find(#name), __ATOMIC_RELAXED);        \
        return address ? ((result(*) parameters)address)arguments : missing;                    \
    }
#define FORWARD_VOID(name, parameters, arguments)                                               \
    void name parameters {                                                                      \
        void *address = find(#name);                                                            \
        if (address) ((void (*) parameters)address)arguments;                                   \
    }

int cpq_is_there(void) { return find("PQconnectdbParams") != NULL; }

static void ignore(void *data, const char *message) {
    (void)data;
    (void)message;
}

void cpq_silence(PGconn *connection) {
    PQnoticeProcessor (*set)(PGconn *, PQnoticeProcessor, void *) = find("PQsetNoticeProcessor");
    if (set) set(connection, ignore, NULL);
}

FORWARD(
    PGconn *, PQconnectdbParams, (const char *const *keywords, const char *const *values, int expand),
    (keywords, values, expand), NULL)
FORWARD_VOID(PQfinish, (PGconn * c), (c))
FORWARD(ConnStatusType, PQstatus, (const PGconn *c), (c), CONNECTION_BAD)
FORWARD(PGTransactionStatusType, PQtransactionStatus, (const PGconn *c), (c), PQTRANS_UNKNOWN)
FORWARD(char *, PQerrorMessage, (const PGconn *c), (c), "cannot load libpq.so.5")
FORWARD(PGPing, PQpingParams, (const char *const *keywords, const char *const *values, int expand),
        (keywords, values, expand), PQPING_NO_ATTEMPT)
FORWARD(char *, PQhost, (const PGconn *c), (c), NULL)
FORWARD(char *, PQport, (const PGconn *c), (c), NULL)
FORWARD(int, PQsocket, (const PGconn *c), (c), -1)
FORWARD(int, PQbackendPID, (const PGconn *c), (c), 0)
FORWARD(PQconninfoOption *, PQconninfoParse, (const char *text, char **error), (text, error), NULL)
FORWARD_VOID(PQconninfoFree, (PQconninfoOption * options), (options))

FORWARD(int, PQsetnonblocking, (PGconn * c, int on), (c, on), -1)
FORWARD(int, PQsendQuery, (PGconn * c, const char *sql), (c, sql), 0)
FORWARD(
    int, PQsendQueryParams,
    (PGconn * c, const char *sql, int count, const Oid *types, const char *const *values, const int *lengths,
     const int *formats, int format),
    (c, sql, count, types, values, lengths, formats, format), 0)
FORWARD(
    int, PQsendPrepare, (PGconn * c, const char *name, const char *sql, int count, const Oid *types),
    (c, name, sql, count, types), 0)
FORWARD(
    int, PQsendQueryPrepared,
    (PGconn * c, const char *name, int count, const char *const *values, const int *lengths, const int *formats,
     int format),
    (c, name, count, values, lengths, formats, format), 0)
FORWARD(int, PQsetSingleRowMode, (PGconn * c), (c), 0)
FORWARD(int, PQflush, (PGconn * c), (c), -1)
FORWARD(int, PQconsumeInput, (PGconn * c), (c), 0)
FORWARD(int, PQisBusy, (PGconn * c), (c), 0)
FORWARD(PGresult *, PQgetResult, (PGconn * c), (c), NULL)
FORWARD(PGnotify *, PQnotifies, (PGconn * c), (c), NULL)

FORWARD(ExecStatusType, PQresultStatus, (const PGresult *r), (r), PGRES_FATAL_ERROR)
FORWARD(char *, PQresultErrorField, (const PGresult *r, int field), (r, field), NULL)
FORWARD_VOID(PQclear, (PGresult * r), (r))
FORWARD(int, PQntuples, (const PGresult *r), (r), 0)
FORWARD(int, PQnfields, (const PGresult *r), (r), 0)
FORWARD(char *, PQfname, (const PGresult *r, int column), (r, column), NULL)
FORWARD(Oid, PQftype, (const PGresult *r, int column), (r, column), 0)
FORWARD(char *, PQgetvalue, (const PGresult *r, int row, int column), (r, row, column), NULL)
FORWARD(int, PQgetlength, (const PGresult *r, int row, int column), (r, row, column), 0)
FORWARD(int, PQgetisnull, (const PGresult *r, int row, int column), (r, row, column), 1)
FORWARD(char *, PQcmdTuples, (PGresult * r), (r), "")

FORWARD(int, PQputCopyData, (PGconn * c, const char *bytes, int count), (c, bytes, count), -1)
FORWARD(int, PQputCopyEnd, (PGconn * c, const char *error), (c, error), -1)
FORWARD(int, PQgetCopyData, (PGconn * c, char **bytes, int async), (c, bytes, async), -2)
FORWARD_VOID(PQfreemem, (void *memory), (memory))

FORWARD(PGcancel *, PQgetCancel, (PGconn * c), (c), NULL)
FORWARD(int, PQcancel, (PGcancel * cancel, char *error, int size), (cancel, error, size), 0)
FORWARD_VOID(PQfreeCancel, (PGcancel * cancel), (cancel))
