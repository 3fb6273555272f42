"""A signer of tokens with the keys of the database, also with those that another process adds."""

from __future__ import annotations

from typing import Any

from itsdangerous import BadSignature, URLSafeSerializer

from app.storage.signing_keys import SigningKeys


class Signer:
    """Signs with the newest key and reads what any of them signed."""

    def __init__(self, keys: SigningKeys, salt: str) -> None:
        self._keys, self._salt = keys, salt
        self._with, self._serializer = keys.all, URLSafeSerializer(keys.all, salt=salt)

    def dumps(self, content: Any) -> str:
        return str(self._made().dumps(content))

    def loads(self, token: str) -> Any:
        """Return the content of a token. Raise BadSignature, or StorageError if no database says the newest keys."""
        try:
            return self._made().loads(token)
        except BadSignature:
            if not self._keys.read_again():
                raise
            return self._made().loads(token)

    def _made(self) -> URLSafeSerializer:
        if self._with is not self._keys.all:
            self._with, self._serializer = self._keys.all, URLSafeSerializer(self._keys.all, salt=self._salt)
        return self._serializer
