#include "CWebPage.h"

// The files themselves are in the folder of the Swift code, beside the code they talk to.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define FILE_OF(path, type, bytes) {path, type, bytes, sizeof(bytes)}
#define HTML "text/html; charset=utf-8"
#define STYLE "text/css; charset=utf-8"
#define SCRIPT "text/javascript; charset=utf-8"
#define DRAWING "image/svg+xml"

static const unsigned char index_html[] = {
#embed "../../WebPage/Page/index.html"
};
static const unsigned char style_css[] = {
#embed "../../WebPage/Page/style.css"
};
static const unsigned char icon_svg[] = {
#embed "../../WebPage/Page/icon.svg"
};
static const unsigned char start_js[] = {
#embed "../../WebPage/Page/start.js"
};
static const unsigned char secure_js[] = {
#embed "../../WebPage/Page/secure.js"
};
static const unsigned char main_js[] = {
#embed "../../WebPage/Page/main.js"
};
static const unsigned char api_js[] = {
#embed "../../WebPage/Page/api.js"
};
static const unsigned char ui_js[] = {
#embed "../../WebPage/Page/ui.js"
};
static const unsigned char add_js[] = {
#embed "../../WebPage/Page/add.js"
};
static const unsigned char live_js[] = {
#embed "../../WebPage/Page/live.js"
};
static const unsigned char accounts_js[] = {
#embed "../../WebPage/Page/accounts.js"
};
static const unsigned char move_js[] = {
#embed "../../WebPage/Page/move.js"
};
static const unsigned char phone_js[] = {
#embed "../../WebPage/Page/phone.js"
};
static const unsigned char check_js[] = {
#embed "../../WebPage/Page/check.js"
};

static const CWebPageFile files[] = {
    FILE_OF("/", HTML, index_html),
    FILE_OF("/style.css", STYLE, style_css),
    FILE_OF("/icon.svg", DRAWING, icon_svg),
    FILE_OF("/start.js", SCRIPT, start_js),
    FILE_OF("/secure.js", SCRIPT, secure_js),
    FILE_OF("/main.js", SCRIPT, main_js),
    FILE_OF("/api.js", SCRIPT, api_js),
    FILE_OF("/ui.js", SCRIPT, ui_js),
    FILE_OF("/add.js", SCRIPT, add_js),
    FILE_OF("/live.js", SCRIPT, live_js),
    FILE_OF("/accounts.js", SCRIPT, accounts_js),
    FILE_OF("/move.js", SCRIPT, move_js),
    FILE_OF("/phone.js", SCRIPT, phone_js),
    FILE_OF("/check.js", SCRIPT, check_js),
};

const CWebPageFile *cwebpage_file(long number) {
    return number >= 0 && (size_t)number < sizeof files / sizeof files[0] ? &files[number] : NULL;
}
