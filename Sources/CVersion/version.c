#include "cversion.h"

// A file of its own: another commit compiles this and links, and nothing else.
#define QUOTED(text) #text
#define TEXT(macro) QUOTED(macro)

const char *cversion_commit(void) {
#ifdef AGG_COMMIT
    return TEXT(AGG_COMMIT);
#else
    return "";
#endif
}
