"""The paper half of a table: cards, counters and sheets as PDF. All lengths are millimetres, font sizes points."""
