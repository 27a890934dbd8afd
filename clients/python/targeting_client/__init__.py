"""Client of the Targeting Service, by the standard library alone."""

from .client import RequestedBuild, Rows, TargetingClient
from .errors import (
    AuthenticationError,
    ForbiddenError,
    InvalidRequestError,
    InvalidStateError,
    NoAnswerError,
    NotFoundError,
    ServiceError,
    ThrottledError,
    UnavailableError,
    VersionMismatchError,
    WaitError,
    WebhookError,
)
from .tokens import Tokens, token_refresher
from .types import Build, BuildRow, Deployment, DeploymentDetail, Design, Target, TokenGrant
from .webhooks import verify_webhook

__version__ = "1.0.0"
__all__ = [
    "AuthenticationError",
    "Build",
    "BuildRow",
    "Deployment",
    "DeploymentDetail",
    "Design",
    "ForbiddenError",
    "InvalidRequestError",
    "InvalidStateError",
    "NoAnswerError",
    "NotFoundError",
    "RequestedBuild",
    "Rows",
    "ServiceError",
    "Target",
    "TargetingClient",
    "ThrottledError",
    "TokenGrant",
    "Tokens",
    "UnavailableError",
    "VersionMismatchError",
    "WaitError",
    "WebhookError",
    "token_refresher",
    "verify_webhook",
]
