#include "cversion.h"

// In a separate file, so that a new commit recompiles only this file.
#define QUOTED(text) #text
#define TEXT(macro) QUOTED(macro)

const char *cversion_commit(void) {
#ifdef AGG_COMMIT
    return TEXT(AGG_COMMIT);
#else
    return "";
#endif
}
