"""Tables for language models, over the Model Context Protocol. Needs `saloon[mcp]`."""

from saloon.core.extras import optional_imports

with optional_imports():
    from .server import make_server
    from .tables import Tables

__all__ = ["Tables", "make_server"]
