// libedit, with wrappers for what Swift cannot call: variadic functions and the macros for the standard streams.
#ifndef CEDITLINE_SHIM_H
#define CEDITLINE_SHIM_H

#include <histedit.h>
#include <stdio.h>
#include <wchar.h>

typedef wchar_t *(*ceditline_prompt)(EditLine *);
typedef unsigned char (*ceditline_function)(EditLine *, int);

static inline FILE *ceditline_stdin(void) { return stdin; }
static inline FILE *ceditline_stdout(void) { return stdout; }
static inline FILE *ceditline_stderr(void) { return stderr; }

static inline int ceditline_set_client_data(EditLine *e, void *data) { return el_wset(e, EL_CLIENTDATA, data); }

static inline void *ceditline_client_data(EditLine *e) {
    void *data = NULL;
    return el_wget(e, EL_CLIENTDATA, &data) == 0 ? data : NULL;
}

/// Sets an option with an integer value: EL_SIGNAL, EL_PREP_TERM.
static inline int ceditline_set_flag(EditLine *e, int option, int value) { return el_wset(e, option, value); }

static inline int ceditline_set_read(EditLine *e, el_rfunc_t read) { return el_wset(e, EL_GETCFN, read); }

static inline int ceditline_set_prompt(EditLine *e, ceditline_prompt prompt, wchar_t escape) {
    return el_wset(e, EL_PROMPT_ESC, prompt, escape);
}

static inline int ceditline_set_emacs(EditLine *e) { return el_set(e, EL_EDITOR, "emacs"); }

/// Returns 1 if the user's settings chose the vi keys.
static inline int ceditline_is_vi(EditLine *e) {
    const char *editor = NULL;
    return el_get(e, EL_EDITOR, &editor) == 0 && editor != NULL && editor[0] == 'v';
}

static inline int ceditline_add(EditLine *e, const char *name, const char *help, ceditline_function function) {
    return el_set(e, EL_ADDFN, name, help, function);
}

static inline int ceditline_bind(EditLine *e, const char *key, const char *command) {
    return el_set(e, EL_BIND, key, command, NULL);
}

/// Binds a key in vi's command mode.
static inline int ceditline_bind_command(EditLine *e, const char *key, const char *command) {
    return el_set(e, EL_BIND, "-a", key, command, NULL);
}

/// Binds a key to a text that it inserts.
static inline int ceditline_bind_text(EditLine *e, const char *key, const char *text) {
    return el_set(e, EL_BIND, "-s", key, text, NULL);
}

/// Binds a key to a text in vi's command mode.
static inline int ceditline_bind_command_text(EditLine *e, const char *key, const char *text) {
    return el_set(e, EL_BIND, "-a", "-s", key, text, NULL);
}

/// Sets the stream that libedit writes to: 1 for output, 2 for errors.
static inline int ceditline_set_stream(EditLine *e, int number, FILE *stream) {
    return el_wset(e, EL_SETFP, number, stream);
}

static inline int ceditline_refresh(EditLine *e) { return el_wset(e, EL_REFRESH); }

static inline int ceditline_set_history(EditLine *e, HistoryW *h) { return el_wset(e, EL_HIST, history_w, h); }

/// Sets an option of a history with an integer value: H_SETSIZE, H_SETUNIQUE.
static inline int ceditline_history_set(HistoryW *h, int option, int value) {
    HistEventW event;
    return history_w(h, &event, option, value);
}

static inline int ceditline_history_enter(HistoryW *h, const wchar_t *line) {
    HistEventW event;
    return history_w(h, &event, H_ENTER, line);
}

/// The width of a character in columns, from the table that libedit uses. The header declares it only under a macro.
static inline int ceditline_width(wchar_t character) {
    extern int wcwidth(wchar_t);
    return wcwidth(character);
}

#endif
