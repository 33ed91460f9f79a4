#include <poppler-document.h>
