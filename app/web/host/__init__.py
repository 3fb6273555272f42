"""Card sets and missions of the host's own, as pages."""
