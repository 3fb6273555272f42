"""The paper half of a table: cards, counters and sheets as PDF. The print shop moves in here."""
