"""What happens in Incursion, past tense: every event holds its numbers and never opens the book."""
