"""The edge: HTTP routes, sockets, authentication, the page, and the schemas of everything that is sent."""
