"""The print shop and the printers, as pages."""
