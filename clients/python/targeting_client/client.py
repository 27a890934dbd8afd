"""The targeting service for a program."""

from __future__ import annotations

import json
import threading
import time
import urllib.parse
from typing import Any, Callable, Dict, Generic, Iterator, List, Optional, Sequence, Tuple, TypeVar, Union, cast

from .errors import NoAnswerError, NotFoundError, ServiceError, WaitError
from .http import Http, Upload
from .tokens import Tokens
from .types import Build, BuildRow, Deployment, DeploymentDetail, Design, Target

T = TypeVar("T")
_LARGEST_PAGE = 500
_POLL_SECONDS = 5
_SILENCE_SECONDS = 40
"""The service sends a heartbeat every 15 seconds: a stream without one is dead."""


class Rows(Generic[T]):
    """
    The rows of a list: ``for row in rows`` reads page after page. Rows that come or go meanwhile may be given twice
    or left out, as in every list by offset.
    """

    def __init__(self, read: Callable[[int, int], Tuple[List[T], int]]) -> None:
        self._read = read

    def first(self, limit: int = 20, offset: int = 0) -> List[T]:
        """One page: up to 500 rows."""
        return self._read(limit, offset)[0]

    def count(self) -> int:
        """The number of rows without any of them."""
        return self._read(0, 0)[1]

    def __iter__(self) -> Iterator[T]:
        offset = 0
        while True:
            rows, total = self._read(_LARGEST_PAGE, offset)
            yield from rows
            offset += len(rows)
            if not rows or offset >= total:
                return


class TargetingClient:
    """
    The targeting service for a program. Acts that are repeated for want of an answer take effect once; every refusal
    is a :class:`ServiceError` of its kind.
    """

    def __init__(
        self,
        base_url: str,
        key: Optional[str] = None,
        token: Union[str, Callable[[], str], None] = None,
        retries: int = 4,
        timeout: float = 60,
        program: Optional[str] = None,
    ) -> None:
        """:param program: names the program in the audit log, as `name` or `name/version`"""
        self.http = Http(base_url, key, token, retries, timeout, program)
        self.tokens = Tokens(self.http)

    # Designs

    def design(self, design_id: str) -> Design:
        return cast(Design, self.http.data("GET", f"/targeting/designs/{_quoted(design_id)}"))

    def designs(self, **filters: Any) -> Rows[Design]:
        return self._rows("/targeting/designs", filters)

    def create_design(self, name: str, type: str, sets: Sequence[Dict[str, Any]] = (), **more: Any) -> Dict[str, Any]:
        """Creates a design, with or without the contents of its sets."""
        return self.http.data("POST", "/api/designs", body={"name": name, "type": type, "sets": list(sets), **more})

    def import_geofences(self, design_id: str, set_id: str, file: Upload, mode: str = "replace") -> Dict[str, Any]:
        """
        Replaces the geofences of a set from a file of any format that the service reads; ``add`` and ``update`` do
        so instead. The answer counts what was taken and lists refused rows.
        """
        path = f"/api/designs/{_quoted(design_id)}/sets/{_quoted(set_id)}/geofences"
        return self.http.data("PUT", path, query={"mode": mode}, upload=file)

    def test_point(self, design_id: str, latitude: float, longitude: float) -> Dict[str, Any]:
        """The sets and geofences that a point is in."""
        body = {"latitude": latitude, "longitude": longitude}
        return self.http.data("POST", f"/api/designs/{_quoted(design_id)}/test", body=body)

    def request_build(self, design_id: str, reason: str) -> RequestedBuild:
        """Requests a build; ``wait()`` of what it gives ends when the build is done."""
        before = self._newest_build(design_id)
        self.http.call("POST", f"/targeting/designs/{_quoted(design_id)}/request", form={"reason": reason})
        return RequestedBuild(self, design_id, None if before is None else before["id"])

    # Builds

    def build(self, build_id: str) -> Build:
        """A build in any status."""
        return cast(Build, self.http.data("GET", f"/api/builds/{_quoted(build_id)}"))

    def builds(self, **filters: Any) -> Rows[BuildRow]:
        return self._rows("/targeting/builds", filters)

    def request_deployment(self, build_id: str, target_id: str, message: Optional[str] = None) -> Deployment:
        """Requests the deployment of a build to a target, for its administrators to decide on."""
        form = {"targetId": target_id, "message": message}
        return cast(Deployment, self.http.data("POST", f"/targeting/builds/{_quoted(build_id)}/request", form=form))

    def targets(self) -> Rows[Target]:
        """The targets that accept requests from the caller's organization."""
        return self._rows("/targeting/targets", {})

    def target(self, name: str) -> Target:
        """:raises NotFoundError: where no target has this name, slug or id"""
        for target in self.targets():
            if name in (target["name"], target["slug"], target["id"]):
                return target
        raise NotFoundError(f"no target that accepts your organization is called '{name}'", 404)

    # Deployments

    def deployment(self, deployment_id: str) -> DeploymentDetail:
        """A deployment in any status, with its agents."""
        return cast(DeploymentDetail, self.http.data("GET", f"/api/deployments/{_quoted(deployment_id)}"))

    def deployments(self, **filters: Any) -> Rows[Deployment]:
        return self._rows("/targeting/deployments", filters)

    def checklist(self, deployment_id: str) -> Dict[str, Any]:
        """Each step from the build to the agents' answers: its state, and what comes next."""
        return self.http.data("GET", f"/api/deployments/{_quoted(deployment_id)}/checklist")

    def cancel(self, deployment_id: str, message: Optional[str] = None) -> None:
        self._decide(deployment_id, "cancel", {"message": message})

    def reject(self, deployment_id: str, message: Optional[str] = None) -> None:
        self._decide(deployment_id, "reject", {"message": message})

    def activate(self, deployment_id: str, if_match: Optional[int] = None, **how: Any) -> Deployment:
        """:param how: message, as_proposed, override_reason"""
        return cast(Deployment, self._decide(deployment_id, "activate", how, if_match))

    def deactivate(self, deployment_id: str) -> Deployment:
        return cast(Deployment, self._decide(deployment_id, "deactivate", {}))

    def delete(self, deployment_id: str) -> None:
        """Removes it for good, with its file on the agents."""
        self._decide(deployment_id, "delete", {})

    def tag(self, deployment_id: str, tags: Sequence[str]) -> Deployment:
        """Replaces all tags."""
        return cast(Deployment, self._decide(deployment_id, "tag", {"tags": ",".join(tags)}))

    def live(self, deployment_id: str, timeout: Optional[float] = None) -> DeploymentDetail:
        """
        The deployment, once agents of its target have loaded it and answer.

        :raises WaitError: where it is rejected, cancelled or deactivated meanwhile, or the time is over
        """

        def look() -> Optional[DeploymentDetail]:
            deployment = self.deployment(deployment_id)
            if deployment["status"] == "requested":
                return None
            if deployment["status"] != "activated":
                raise WaitError(f"the deployment is {deployment['status']}: {deployment['status_reason']}")
            return deployment if self.checklist(deployment_id)["live"] else None

        return self._look_until(look, timeout)

    # Waiting

    def changes(self, ended: Optional[threading.Event] = None) -> Iterator[Dict[str, Any]]:
        """
        What changes among the objects that the caller sees, as it happens: ``{type, id, revision}``.

        :param ended: closes the stream with the next line, at most 15 seconds later
        :raises NoAnswerError: where the connection is cut
        """
        with self.http.send("GET", "/api/events", timeout=_SILENCE_SECONDS) as stream:
            message: Dict[str, str] = {}
            for line in stream:
                if ended is not None and ended.is_set():
                    return
                name, _, value = line.decode().rstrip("\n").partition(":")
                if name:
                    message[name] = value.lstrip()
                    continue
                if "data" in message and "event" not in message:
                    yield json.loads(message["data"])
                message = {}
        raise NoAnswerError("the stream of events ended")

    def _look_until(self, look: Callable[[], Optional[T]], timeout: Optional[float]) -> T:
        """Looks when something changes, and every five seconds, as the stream of events may be cut or refused."""
        changed, ended = threading.Event(), threading.Event()
        until = None if timeout is None else time.monotonic() + timeout

        def watch() -> None:
            try:
                for _ in self.changes(ended):
                    changed.set()
            except (ServiceError, NoAnswerError, OSError):
                return

        threading.Thread(target=watch, daemon=True).start()
        try:
            while True:
                changed.clear()
                found = look()
                if found is not None:
                    return found
                if until is not None and time.monotonic() >= until:
                    raise WaitError(f"it took longer than {timeout} seconds")
                changed.wait(_POLL_SECONDS)
        finally:
            ended.set()

    def _newest_build(self, design_id: str) -> Optional[Build]:
        builds = self.http.data("GET", f"/api/designs/{_quoted(design_id)}/builds", query={"limit": 1})
        return cast(Build, builds[0]) if builds else None

    def _decide(self, deployment_id: str, act: str, form: Dict[str, Any], if_match: Optional[int] = None) -> Any:
        path = f"/targeting/deployments/{_quoted(deployment_id)}/{act}"
        return self.http.data("POST", path, form=form, if_match=if_match)

    def _rows(self, path: str, filters: Dict[str, Any]) -> Rows[Any]:
        def read(limit: int, offset: int) -> Tuple[List[Any], int]:
            answer = self.http.call("GET", path, query={**filters, "limit": limit, "offset": offset})
            return answer["response"]["data"], answer["response"]["total_row_count"]

        return Rows(read)


class RequestedBuild:
    """A build that was requested."""

    def __init__(self, client: TargetingClient, design_id: str, before: Optional[str]) -> None:
        self._client = client
        self._before = before
        self.design_id = design_id

    def wait(self, timeout: Optional[float] = None) -> Build:
        """
        The build, once it is done.

        :raises WaitError: where it is rejected or fails, with the service's reason, or the time is over
        """

        def look() -> Optional[Build]:
            build = self._client._newest_build(self.design_id)
            if build is None or build["id"] == self._before:
                return None
            if build["status"] in ("rejected", "failed"):
                raise WaitError(f"the build was {build['status']}: {build['status_reason']}")
            return build if build["status"] == "done" else None

        return self._client._look_until(look, timeout)


def _quoted(name: str) -> str:
    return urllib.parse.quote(name, safe="")
