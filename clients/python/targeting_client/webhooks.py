"""Messages of webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from typing import Any, Dict, Mapping, Optional

from .errors import WebhookError

_TOLERANCE = 300


def verify_webhook(body: bytes, headers: Mapping[str, str], secret: str, now: Optional[float] = None) -> Dict[str, Any]:
    """
    Verifies a message of a webhook (Standard Webhooks) and gives it. Delivery is at least once: remove repeats by
    the header ``webhook-id``.

    :param body: as it came, to the byte
    :param secret: that the service showed when the webhook was made (``whsec_…``)
    :param now: epoch seconds
    :raises WebhookError: where the signature does not fit, or the time is more than five minutes away
    """
    found = {name.lower(): value for name, value in headers.items()}
    try:
        sent_id, at, signatures = (found[f"webhook-{name}"] for name in ("id", "timestamp", "signature"))
        age = abs((time.time() if now is None else now) - float(at))
        key = base64.b64decode(secret[6:] if secret.startswith("whsec_") else secret)
    except KeyError as missing:
        raise WebhookError(f"the header {missing.args[0]} is missing") from None
    except ValueError:
        raise WebhookError("the time or the secret cannot be read") from None
    if not age <= _TOLERANCE:
        raise WebhookError("the message is too old, or the clocks differ")
    digest = hmac.new(key, f"{sent_id}.{at}.".encode() + body, hashlib.sha256).digest()
    right = "v1," + base64.b64encode(digest).decode()
    if not any(hmac.compare_digest(right, signature) for signature in signatures.split(" ")):
        raise WebhookError("no signature fits")
    return json.loads(body)
