"""The paper half of a table: cards, counters and sheets as PDF, in millimetres, letters in points."""
