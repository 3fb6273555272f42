"""Storage: tables and their files, host files, printers, print jobs and certificates."""
