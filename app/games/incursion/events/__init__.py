"""What happens in Incursion, past tense: a module for each part of the rules."""
