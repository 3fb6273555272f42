"""The attacks of docs/reliability.md: `make hard` at full length, `make test` a small part. Loopback only, bounded."""
