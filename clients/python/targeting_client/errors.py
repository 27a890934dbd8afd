"""What can go wrong: a refusal of the service is an error of its kind."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Type


class ServiceError(Exception):
    """A request that the service refused; the message is the service's sentence, which names what is wrong."""

    def __init__(
        self,
        message: str,
        status: int,
        error_type: Optional[str] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
        body: Optional[Mapping[str, Any]] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.error_type = error_type
        """The service's word for it; None for answers of the token API."""
        self.request_id = request_id
        """Worth reporting with any question."""
        self.retry_after = retry_after
        """Seconds after which the service asks to come again."""
        self.body = body or {}
        """The whole answer: of a refused import with the refused rows, of a 412 with what is current."""


class InvalidRequestError(ServiceError):
    """400, 413, 415, 422: the request is wrong; the message names the parameter."""


class AuthenticationError(ServiceError):
    """401: no valid key or token."""


class ForbiddenError(ServiceError):
    """403: the caller sees the object and may not do this with it."""


class NotFoundError(ServiceError):
    """404: the object does not exist for this caller."""


class InvalidStateError(ServiceError):
    """409: the object's state does not allow it; the message names the state found and those required."""


class VersionMismatchError(ServiceError):
    """412: somebody changed the object since it was read."""


class ThrottledError(ServiceError):
    """429, or 403 of the token API: too many calls."""


class UnavailableError(ServiceError):
    """5xx: the service cannot answer now."""


class NoAnswerError(Exception):
    """The service could not be reached, or the connection was cut."""


class WaitError(Exception):
    """What was waited for ended otherwise, or took longer than was waited."""


class WebhookError(Exception):
    """A message that is not the service's, or too old to be believed."""


_CLASSES: Dict[int, Type[ServiceError]] = {
    401: AuthenticationError,
    403: ForbiddenError,
    404: NotFoundError,
    409: InvalidStateError,
    412: VersionMismatchError,
    429: ThrottledError,
}


def class_of(status: int, message: str) -> Type[ServiceError]:
    """The class of a refusal."""
    if status == 403 and message == "throttled":
        return ThrottledError
    return _CLASSES.get(status, UnavailableError if status >= 500 else InvalidRequestError)
