"""Pages of the host: tables, backups and stored files."""
