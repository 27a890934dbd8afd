"""Sends requests, again where that is safe and may help."""

from __future__ import annotations

import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from typing import Any, BinaryIO, Callable, Dict, Mapping, Optional, Union

from .errors import NoAnswerError, ServiceError, ThrottledError, class_of

Upload = Union[bytes, str, BinaryIO]
"""Bytes to upload. An open file is sent once; everything else is sent again where no answer came."""

_AGAIN = {408, 429, 502, 503, 504}


class Http:
    """The service's address with a credential: an API key, or what gives an access token that is valid now."""

    def __init__(
        self,
        base_url: str,
        key: Optional[str] = None,
        token: Union[str, Callable[[], str], None] = None,
        retries: int = 4,
        timeout: float = 60,
        program: Optional[str] = None,
    ) -> None:
        if (key is None) == (token is None):
            raise ValueError("give either a key or a token")
        self._base = base_url.rstrip("/")
        self._key = key
        self._token = token
        self._retries = retries
        self._timeout = timeout
        self._program = program

    def data(self, method: str, path: str, **request: Any) -> Any:
        """The object or the rows that an operation answers."""
        answer = self.call(method, path, **request)
        return answer.get("response", answer).get("data", {})

    def call(self, method: str, path: str, **request: Any) -> Dict[str, Any]:
        """
        The JSON that an operation answers.
        :raises ServiceError: where it is refused
        :raises NoAnswerError: where no answer came
        """
        with self.send(method, path, **request) as answer:
            return json.loads(answer.read())

    def send(
        self,
        method: str,
        path: str,
        query: Optional[Mapping[str, Any]] = None,
        form: Optional[Mapping[str, Any]] = None,
        body: Optional[Any] = None,
        upload: Optional[Upload] = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[int] = None,
        timeout: Optional[float] = None,
    ) -> http.client.HTTPResponse:
        """The same for any operation of the service; gives the answer itself."""
        headers = {"Accept": "application/json"}
        if self._program is not None:
            headers["X-Program"] = self._program
        parameters = self._authorize(method, path, headers)
        if method == "GET":
            query = {**(query or {}), **parameters}
        else:
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        if if_match is not None:
            headers["If-Match"] = f'"{if_match}"'
        content: Union[bytes, BinaryIO, None] = None
        if upload is not None:
            headers["Content-Type"] = "application/octet-stream"
            content = upload.encode() if isinstance(upload, str) else upload
        elif body is not None:
            headers["Content-Type"] = "application/json"
            content = json.dumps(body).encode()
        elif form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            content = _encoded({**form, **parameters}).encode()
        encoded = _encoded(query or {})
        address = self._base + path + ("?" + encoded if encoded else "")
        is_once = content is not None and not isinstance(content, bytes)
        request = urllib.request.Request(address, data=content, headers=headers, method=method)
        return self._repeat(request, 0 if is_once else self._retries, timeout or self._timeout)

    def _repeat(self, request: urllib.request.Request, retries: int, timeout: float) -> http.client.HTTPResponse:
        attempt = 0
        while True:
            try:
                return urllib.request.urlopen(request, timeout=timeout)
            except urllib.error.HTTPError as refused:
                failure: Exception = _refusal(refused)
                asked = failure.retry_after if isinstance(failure, ServiceError) else None
                helps = refused.code in _AGAIN or isinstance(failure, ThrottledError)
            except (urllib.error.URLError, http.client.HTTPException, OSError) as cut:
                failure = NoAnswerError(f"no answer from {self._base}: {cut}")
                failure.__cause__ = cut
                asked, helps = None, True
            if attempt >= retries or not helps:
                raise failure
            time.sleep(asked if asked is not None else min(30.0, 0.3 * 2**attempt) * random.uniform(0.5, 1))
            attempt += 1

    def _authorize(self, method: str, path: str, headers: Dict[str, str]) -> Dict[str, str]:
        """Keys are a parameter of the contract's APIs, and a bearer token elsewhere; tokens are always that."""
        if self._token is not None:
            token = self._token if isinstance(self._token, str) else self._token()
            headers["Authorization"] = f"Bearer {token}"
            return {}
        if path.startswith(("/targeting/", "/token/")):
            return {"KEY": str(self._key)}
        headers["Authorization"] = f"Bearer {self._key}"
        return {}


def _encoded(values: Mapping[str, Any]) -> str:
    """Lists are comma-delimited; what is None is left out."""
    return urllib.parse.urlencode({name: _text(value) for name, value in values.items() if value is not None})


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _refusal(refused: urllib.error.HTTPError) -> ServiceError:
    try:
        body = json.loads(refused.read())
    except (ValueError, OSError):
        body = {}
    if not isinstance(body, dict):
        body = {}
    message = str(body.get("message") or f"HTTP {refused.code} {refused.reason}")
    after = refused.headers.get("Retry-After", "")
    return class_of(refused.code, message)(
        message,
        refused.code,
        body.get("error_type"),
        refused.headers.get("X-Request-Id"),
        float(after) if after.isdigit() else None,
        body,
    )
