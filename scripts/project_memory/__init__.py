"""The library behind the hooks and the command line: it never prints, exits or reads stdin."""
