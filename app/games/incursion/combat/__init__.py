"""Shooting, hand to hand, blasts, flames, harpoons, rerolls and Reaction Fire."""
