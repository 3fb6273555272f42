"""`make taps`: what a thumb must do for the commonest actions, counted in Chromium on a phone."""
