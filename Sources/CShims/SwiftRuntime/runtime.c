// No code: this target only has options for the linker, see Package.swift.
#include "CSwiftRuntime.h"
