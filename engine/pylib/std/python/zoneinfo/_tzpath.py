"""Where zones would be looked for in files."""

TZPATH = ()


class InvalidTZPathWarning(RuntimeWarning):
    """Never given: the zones do not come from files."""
