"""Imports that need help."""

import os
import sys
import types


class _Anything(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {})


def dgl():
    """DGL 2.1 ships binaries of its graphbolt part for torch <= 2.2 only. Nothing here uses it: an empty module stands in."""
    sys.modules["dgl.graphbolt"] = _Anything("dgl.graphbolt")
    os.environ.setdefault("DGLBACKEND", "pytorch")
    import dgl

    return dgl
