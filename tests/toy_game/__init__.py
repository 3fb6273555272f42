"""Hello: a whole second game in one folder, which keeps the house from learning what only one game knows."""
