"""See concurrent.futures."""

from concurrent.futures import ThreadPoolExecutor
