/**
 * Lists and bounds of the contract that pages need while they run. Without zod: the schemas are built from these, and a
 * page that offers a choice of statuses does not load what checks them.
 */

/** Version that every response of both APIs carries (specification, Versioning). */
export const API_VERSION = 4;

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

/** What designs can be sorted by; absent: `updated_at`. Designs without a build come last where it is a build's fact. */
export const DESIGN_SORTS = ["updated_at", "name", "last_build_date", "last_build_size"] as const;

/** Whose shared designs are listed. */
export const DESIGN_SHARES = ["with_me", "by_me"] as const;

/** What built designs can be sorted by: facts of the newest build. */
export const BUILD_SORTS = ["build_date", "requested_at", "last_build_size"] as const;

/** What deployments can be sorted by. */
export const DEPLOYMENT_SORTS = ["updated_at", "approved_at", "build_date", "build_size"] as const;

/** Whose requests are listed. */
export const REQUESTERS = ["me"] as const;

export const DEPLOYMENT_STATUS_FILTERS = [
	"activated",
	"deactivated",
	"requested",
	"requested_replacement",
	"out_of_date",
	"undeployed",
] as const;

/** The statuses that the contract lists. */
export const LISTED_STATUSES = ["activated", "deactivated", "requested"] as const;

/** With those kept for the record only (design.md section 4, item 14). */
export const DEPLOYMENT_STATUSES = ["requested", "activated", "deactivated", "cancelled", "rejected"] as const;

/** What the target's agents make of an activated deployment, by what they report themselves. */
export const ACTUAL_STATES = ["loaded", "pending", "failed", "no_agent"] as const;

/** Deployments of one bulk action at most. */
export const BULK_MOST_ITEMS = 500;

export const CHECKLIST_STEPS = ["built", "requested", "approved", "tagged", "downloaded", "loaded"] as const;

/**
 * What an event of `GET /api/events` says has changed; its `id` names the object:
 * `design`, `build` (progress too), `deployment`, `target`, `inventory_source`: the object itself;
 * `schedule`: the deployment whose schedule changed; `deployment_agents`: the deployment of which an agent says something
 * else now; `target_agents`: the target of which an agent came, went silent, came back, or has other tags or memory.
 */
export const EVENT_TYPES = [
	"design",
	"build",
	"deployment",
	"deployment_agents",
	"schedule",
	"target",
	"target_agents",
	"inventory_source",
] as const;

/** Name of the event without content that says: what happened since `Last-Event-ID` is not known any more, read everything anew. */
export const RESET_EVENT = "reset";

/** Kinds of objects that audit events are about. */
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
] as const;

export const KEY_SCOPES = ["manage", "administer", "tokens"] as const;

export const ROLES = ["designer", "administrator", "operator"] as const;

export const PERSON_STATUSES = ["active", "invited", "token_only", "disabled"] as const;

/** Most characters that are kept of a first or last name. */
export const NAME_LENGTH = 100;

export const PASSWORD_LENGTH = { min: 12, max: 1_000 } as const;
