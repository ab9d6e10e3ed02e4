"""The displays by the name they had before."""

from ..display import *
