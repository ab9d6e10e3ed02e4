"""What holds where nothing else is said."""

from datetime import timedelta

default_pg_timeout = timedelta(minutes=30)
