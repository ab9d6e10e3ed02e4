"""Text that stands for itself in HTML."""

from _html import unescape

__all__ = ['escape', 'unescape']


def escape(s, quote=True):
    """s with &, < and >, and quotes, written as references."""
    s = s.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')
    if quote:
        s = s.replace('"', '&quot;').replace("'", '&#x27;')
    return s
