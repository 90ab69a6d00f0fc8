# The beginning of both adapters: loads a bot's module. Runs under Python 2.7 and Python 3.
import os
import sys


def load_file(path):
    """A file beside which its other files lie."""
    name = os.path.splitext(os.path.basename(path))[0]
    sys.path[0] = os.path.dirname(path)
    if sys.version_info[0] == 2:
        import imp
        return imp.load_source(name, path)
    from importlib.util import module_from_spec, spec_from_file_location
    spec = spec_from_file_location(name, path)
    module = module_from_spec(spec)
    # Pickles and imports of the bot's own find it by name; the standard library keeps its names.
    sys.modules.setdefault(name, module)
    spec.loader.exec_module(module)
    return module


def load(folder, main):
    """The bot's module: a file, or a module path with dots."""
    if main.endswith(".py"):
        return load_file(os.path.join(folder, main))
    sys.path[0] = folder
    __import__(main)
    return sys.modules[main]


