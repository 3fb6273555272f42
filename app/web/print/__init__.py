"""Pages of the print shop and the printers."""
