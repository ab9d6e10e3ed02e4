"""What zones raise."""


class ZoneInfoNotFoundError(KeyError):
    """There is no zone of that name."""
