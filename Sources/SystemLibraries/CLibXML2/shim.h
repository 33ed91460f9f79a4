// Debian's libxml2 is built with ICU, whose headers contradict those that Foundation brings: who imports both this
// package and Foundation could not compile. Only the handlers of encodings have ICU in them, and nobody here uses them.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/xmlreader.h>
#include <libxml/parser.h>

/// The version of the library that runs: a macro or a variable, by its version.
static inline const char *clibxml2_version(void) { return xmlParserVersion; }
