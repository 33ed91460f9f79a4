// Debian's libxml2 is built with ICU, whose headers contradict Foundation's ICU headers: files that import both this
// package and Foundation could not compile. Only the handlers of encodings use ICU, and they are not used here.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/xmlreader.h>
#include <libxml/parser.h>

/// The version of the library that runs: a macro or a variable, by its version.
static inline const char *clibxml2_version(void) { return xmlParserVersion; }
