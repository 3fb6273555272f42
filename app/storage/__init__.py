"""What lasts: tables and their files, the host's own files, printers, prints at work, certificates."""
