#include <poppler/cpp/poppler-document.h>
