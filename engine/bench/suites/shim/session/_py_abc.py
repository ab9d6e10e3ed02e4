"""The form in Python of what a session has in one form."""

from abc import ABCMeta, get_cache_token
