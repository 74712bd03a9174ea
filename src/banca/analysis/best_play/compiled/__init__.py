"""The compiled comparisons."""
