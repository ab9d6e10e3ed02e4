"""Held-back output by another name."""

from .capture import CapturedIO, RichOutput, capture_output
