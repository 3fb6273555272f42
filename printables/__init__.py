"""Print kits: cards, counters and sheets as PDF.

Lengths are in millimetres, font sizes in points.
"""
