"""Rows as the service answers them. Generated from its OpenAPI document by types.test.ts: run it with -u to renew it."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union


class Design(TypedDict):
    """The definition of a targeting: its sets, its owner and the status of its build."""

    id: str
    name: str
    type: Literal["proximity", "audience"]
    status: Literal["in_design", "requested", "rejected", "building", "failed", "built"]
    created_at: str
    updated_at: str
    external_build: bool
    design_size: int
    most_recent_build: Optional[str]
    owner_id: str
    owner_org_id: str
    owner_name: str
    price_cpm: Optional[Dict[str, Any]]
    active_builds: int
    is_shared_to_current_user: bool
    is_shared_to_current_org: bool
    sets: List[Dict[str, Any]]
    set_ids: List[str]
    collaborators: List[Dict[str, Any]]


class BuildRow(TypedDict):
    """A built design with its builds and their deployments."""

    id: str
    type: Literal["proximity", "audience"]
    name: str
    owner: str
    builds: List[Dict[str, Any]]
    deployments: List[Dict[str, Any]]
    last_build_id: str
    last_build_name: str
    last_build_builder: str
    last_build_date: str
    last_build_source: Any
    last_build_sources: Optional[List[str]]
    last_build_size: int
    last_build_audience_index_version: Optional[str]


class Build(TypedDict):
    """A build in any status, with its progress, reasons and differences."""

    id: str
    design_id: str
    name: str
    type: Literal["proximity", "audience"]
    status: Literal["requested", "building", "done", "rejected", "failed"]
    reason: str
    status_reason: Any
    builder: str
    builder_person: Optional[Dict[str, Any]]
    requested_at: str
    started_at: Optional[str]
    completed_at: Optional[str]
    duration_seconds: Any
    phase: Any
    percent: int
    attempts: int
    size: Any
    digest: Optional[str]
    sources: List[str]
    audience_index_version: Optional[str]
    price_cpm: Optional[Dict[str, Any]]
    is_first: bool
    sets: List[Dict[str, Any]]
    external: bool
    differences: Optional[Dict[str, Any]]
    permissions: Dict[str, Any]
    revision: int


class Deployment(TypedDict):
    """A build on a deployment target, or the request for it."""

    id: str
    status: Literal["activated", "deactivated", "requested"]
    type: Literal["proximity", "audience"]
    design_id: str
    build_id: str
    design_name: str
    build_name: str
    filesize: int
    source: Any
    sources: Optional[List[str]]
    price_cpm: Optional[Dict[str, Any]]
    build_org: str
    build_org_id: str
    builder: str
    requester: str
    deployer: Any
    build_date: str
    updated_at: str
    approved_at: Optional[str]
    new_build: bool
    tags: str
    target: str
    target_id: str
    sets: List[Dict[str, Any]]


class DeploymentDetail(TypedDict):
    """The deployment of the product API: every internal status, the words that were said, and what agents report."""

    id: str
    status: Literal["requested", "activated", "deactivated", "cancelled", "rejected"]
    type: Literal["proximity", "audience"]
    design_id: str
    build_id: str
    design_name: str
    build_name: str
    filesize: int
    source: Any
    sources: Optional[List[str]]
    price_cpm: Optional[Dict[str, Any]]
    build_org: str
    build_org_id: str
    builder: str
    requester: str
    deployer: Any
    build_date: str
    updated_at: str
    approved_at: Optional[str]
    new_build: bool
    tags: str
    target: str
    target_id: str
    sets: List[Dict[str, Any]]
    revision: int
    message: Any
    status_reason: Any
    build_reason: str
    requested_at: str
    requester_org: str
    requester_org_name: str
    requester_person: Optional[Dict[str, Any]]
    deployer_person: Optional[Dict[str, Any]]
    builder_person: Optional[Dict[str, Any]]
    digest: str
    replaces: Optional[Dict[str, Any]]
    rollback_to: Optional[Dict[str, Any]]
    activated_at: Optional[str]
    deactivated_at: Optional[str]
    expires_at: Optional[str]
    open_question: Optional[Dict[str, Any]]
    schedule: Optional[Dict[str, Any]]
    proposed: Optional[Dict[str, Any]]
    approvals: Optional[Dict[str, Any]]
    window: Optional[Dict[str, Any]]
    rules: List[Dict[str, Any]]
    agents: List[Dict[str, Any]]
    actual: Optional[Literal["loaded", "pending", "failed", "no_agent"]]
    agents_expected: int
    agents_loaded: int
    agents_failed: int
    last_match_at: Optional[str]
    matches_counted_since: Optional[str]
    daily_matches: List[int]
    permissions: Dict[str, Any]


class Target(TypedDict):
    """A deployment target that accepts requests from the caller's organization."""

    id: str
    name: str
    slug: str
    type: str
    owner: str


class TokenGrant(TypedDict):
    """An access token of a user."""

    uid: str
    token: str
    expiration: int
