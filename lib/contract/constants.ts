/**
 * Values and limits that pages need at run time. This file does not import zod, so that pages which
 * only offer choices do not load it.
 */

/** The version in every response of both APIs (docs/contract.md, Envelopes). */
export const API_VERSION = 4;

/** The note of a search that finds nothing where the settings name no geocoder. */
export const NO_GEOCODER = "streets need a geocoder: ask your operator";

export const DESIGN_TYPES = ["proximity", "audience"] as const;

export const ERROR_TYPES = [
	"InvalidArgument",
	"Auth",
	"Forbidden",
	"NotFound",
	"MethodNotAllowed",
	"InvalidState",
	"VersionMismatch",
	"TooLarge",
	"UnsupportedMediaType",
	"IdempotencyMismatch",
	"Throttled",
	"Internal",
	"Unavailable",
] as const;

export const DESIGN_STATUSES = ["in_design", "requested", "rejected", "building", "failed", "built"] as const;

/**
 * Sort keys of designs, `updated_at` by default. Designs without a build come last where the key
 * belongs to the build.
 */
export const DESIGN_SORTS = ["updated_at", "name", "last_build_date", "last_build_size"] as const;

/** Values of the filter by sharing. */
export const DESIGN_SHARES = ["with_me", "by_me"] as const;

/** Sort keys of built designs, all of their newest build. */
export const BUILD_SORTS = ["build_date", "requested_at", "last_build_size"] as const;

/** How long the decision on a request can be undone, in seconds. */
export const UNDO_SECONDS = 30;

/** Sort keys of deployments. */
export const DEPLOYMENT_SORTS = ["updated_at", "approved_at", "build_date", "build_size", "requested_at"] as const;

/** Days of which a deployment shows its sums of matches. */
export const DAILY_MATCHES = 14;

/** Values of the filter by requester. */
export const REQUESTERS = ["me"] as const;

export const DEPLOYMENT_STATUS_FILTERS = [
	"activated",
	"deactivated",
	"requested",
	"requested_replacement",
	"out_of_date",
	"undeployed",
] as const;

/** The statuses of the contract's list. */
export const LISTED_STATUSES = ["activated", "deactivated", "requested"] as const;

/** All statuses, including those kept for the record only (docs/contract.md, Deployment status). */
export const DEPLOYMENT_STATUSES = ["requested", "activated", "deactivated", "cancelled", "rejected"] as const;

/** The state of an activated deployment, derived from the agents' reports. */
export const ACTUAL_STATES = ["loaded", "pending", "failed", "no_agent"] as const;

/** The side that a pending request waits for. */
export const WAITING_FOR = ["administrator", "requester"] as const;

/** Kinds of comments on a deployment. */
export const COMMENT_KINDS = ["question", "answer", "comment", "withdrawal"] as const;

/** The sides of a conversation on a deployment. */
export const COMMENT_SIDES = ["administrator", "requester"] as const;

/** The limit of comments of a deployment. */
export const MOST_COMMENTS = 500;

/** The limit of deployments in one bulk action. */
export const BULK_MOST_ITEMS = 500;

/** How many deployments the filter `ids` names at most: proxies bound the length of addresses. */
export const LISTED_IDS_AT_MOST = 100;

/** Modes of an activation rule: it does nothing, judges, or activates as well. */
export const RULE_MODES = ["off", "dry_run", "active"] as const;
export const RULE_OUTCOMES = ["would_activate", "activated", "missed"] as const;
/** Why a rule leaves a request to people; what people decided on comes first. */
export const RULE_MISSES = [
	"author",
	"four_eyes",
	"undone",
	"question",
	"scheduled",
	"proposed_later",
	"newer_request",
	"no_active_build",
	"older_build",
	"organization",
	"targeting_codes",
	"size",
	"items",
	"warnings",
	"outside_hours",
	"daily_limit",
	"approvals",
	"refused",
	"failed",
] as const;
/** The limit of activation rules of one target. */
export const MOST_RULES = 20;

export const CHECKLIST_STEPS = ["built", "requested", "approved", "tagged", "downloaded", "loaded"] as const;

/**
 * The types of events of `GET /api/events`; each event's `id` names the changed object.
 * `design`, `build` (also its progress), `deployment`, `target`, `inventory_source`: the object;
 * `schedule`: the deployment whose schedule changed;
 * `comment`: the deployment with a new comment;
 * `deployment_agents`: the deployment with a new report of an agent;
 * `target_agents`: the target of an agent that came, fell silent, returned, or changed its tags or
 * memory;
 * `inbox`: the caller, whose inbox has a new or read item.
 */
export const EVENT_TYPES = [
	"design",
	"build",
	"deployment",
	"deployment_agents",
	"schedule",
	"comment",
	"target",
	"target_agents",
	"inventory_source",
	"inbox",
] as const;

/**
 * The event after which clients must refetch everything: the service no longer knows the changes
 * since `Last-Event-ID`.
 */
export const RESET_EVENT = "reset";
/** The event that shows, at this interval, that an idle stream lives. */
export const HEARTBEAT_EVENT = "heartbeat";
export const HEARTBEAT_MS = 15_000;

/** Types of objects of audit events. */
export const AUDIT_OBJECT_TYPES = [
	"design",
	"build",
	"deployment",
	"target",
	"inventory_source",
	"organization",
	"user",
	"api_key",
	"agent_key",
	"service",
	"webhook",
	"place_category",
] as const;

/** How a person is mailed about a kind of notice. */
export const MAIL_MODES = ["at_once", "daily", "never"] as const;

export const KEY_SCOPES = ["manage", "administer", "tokens"] as const;

/** Formats of a webhook's messages. */
export const WEBHOOK_FORMATS = ["json", "slack", "teams"] as const;
/** The type of event by which a webhook sends the audit log, and nothing else. */
export const AUDIT_KIND = "audit_event.recorded";
export const WEBHOOK_DELIVERY_STATUSES = ["pending", "delivered", "failed", "withheld"] as const;

export const ROLES = ["designer", "administrator", "operator"] as const;

export const PERSON_STATUSES = ["active", "invited", "token_only", "disabled"] as const;

/** How a session was opened. */
export const SESSION_OPENINGS = ["password", "oidc"] as const;

/** Unread items of an inbox are counted up to this number. */
export const MOST_UNREAD = 100;

/** Longer first and last names are truncated to this length. */
export const NAME_LENGTH = 100;

export const PASSWORD_LENGTH = { min: 12, max: 1_000 } as const;
