"""One module for each app, or for each kind of its files; those with an `add` make files."""

from importlib import import_module
from pkgutil import iter_modules

MODULES = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
APPS = [module for module in MODULES if hasattr(module, "add")]
