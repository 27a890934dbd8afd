"""Access tokens of users."""

from __future__ import annotations

import threading
import time
from typing import Callable, Dict, Hashable, Optional

from .http import Http
from .types import TokenGrant

_EARLY_SECONDS = 60


class Tokens:
    """
    Access tokens for a customer's server, which holds an API key with the scope ``tokens``: each is kept until it
    is about to end.
    """

    def __init__(self, http: Http) -> None:
        self._http = http
        self._kept: Dict[Hashable, TokenGrant] = {}
        self._lock = threading.Lock()

    def of(self, email: str, first_name: str, last_name: str) -> TokenGrant:
        """The token of the user with this e-mail; the first call creates the user."""
        query = {"email": email, "first_name": first_name, "last_name": last_name}
        return self._get(email, lambda: self._http.data("GET", "/token/user", query=query))

    def of_uid(self, uid: str) -> TokenGrant:
        """The token of a user by the ``uid`` of an earlier answer."""
        return self._get(uid, lambda: self._http.data("GET", f"/token/user/{uid}"))

    def _get(self, name: Hashable, ask: Callable[[], TokenGrant]) -> TokenGrant:
        with self._lock:
            kept = self._kept.get(name)
            if kept is None or _is_ending(kept):
                kept = self._kept[name] = ask()
            return kept


def token_refresher(ask: Callable[[], TokenGrant]) -> Callable[[], str]:
    """What gives a client its token: one that is kept until it is about to end, then asked for again."""
    kept: Optional[TokenGrant] = None
    lock = threading.Lock()

    def current() -> str:
        nonlocal kept
        with lock:
            if kept is None or _is_ending(kept):
                kept = ask()
            return kept["token"]

    return current


def _is_ending(grant: TokenGrant) -> bool:
    return grant["expiration"] - _EARLY_SECONDS <= time.time()
