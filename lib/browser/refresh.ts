import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { EventType } from "@/lib/contract/event";
import type { Operation } from "./api-types";

/** Reads that belong to another resource than the one that their path names. */
const ELSEWHERE = {
	"GET /api/designs/[design_id]/builds": "builds",
	// Each is read once: it changes only with what its key names.
	"GET /api/designs/[design_id]/sets/[set_id]/geofences": "geofences",
	"GET /api/deployments/[deployment_id]/changes": "geofences",
	"GET /api/deployments/[deployment_id]/changes/geofences": "geofences",
	"GET /api/designs/[design_id]/sets/[set_id]/sensitive-places": "place-categories",
	"POST /api/sensitive-places": "place-categories",
} as const satisfies Partial<Record<Operation, string>>;

/** The resource of a path: `targets` of `/api/targets/[target_id]`. */
type ResourceOf<O> = O extends `${string} /${"api" | "targeting"}/${infer Rest}`
	? Rest extends `${infer Resource}/${string}`
		? Resource
		: Rest
	: never;
type Resource = ResourceOf<Operation> | (typeof ELSEWHERE)[keyof typeof ELSEWHERE];
/** All reads of a resource, or those by one operation. */
export type Outdated = Resource | Operation;

/** What is outdated by each event of `GET /api/events`. */
export const BY_EVENT: Readonly<Record<EventType, readonly Outdated[]>> = {
	design: ["designs", "overview"],
	build: ["builds", "designs", "overview"],
	deployment: ["deployments", "designs", "builds", "targets", "overview"],
	deployment_agents: ["deployments", "targets", "overview"],
	schedule: ["deployments", "overview"],
	comment: ["GET /api/deployments/[deployment_id]/comments", "GET /api/deployments/[deployment_id]/history"],
	target: ["targets", "deployments", "overview"],
	target_agents: ["targets", "deployments", "overview"],
	inventory_source: ["inventory-sources", "designs"],
	inbox: ["inbox"],
};

/**
 * What is outdated by an operation of the page's own, or by all those of a resource; the resource
 * itself where nothing is said.
 */
const BY_OPERATION: Readonly<Partial<Record<Operation | Resource, readonly Outdated[] | "everything">>> = {
	"POST /api/account/totp": [],
	builds: ["builds", "designs"],
	"POST /targeting/builds/[build_id]/request": ["deployments"],
	deployments: ["deployments", "designs", "targets"],
	"POST /targeting/deployments/[deployment_id]/activate": ["deployments", "designs"],
	"POST /api/deployments/[deployment_id]/comments": ["deployments", "overview"],
	"DELETE /api/deployments/[deployment_id]/question": ["deployments", "overview"],
	"POST /api/designs": ["GET /targeting/designs"],
	"POST /api/designs/[design_id]/duplicate": ["GET /targeting/designs"],
	"POST /api/designs/[design_id]/test": [],
	"POST /targeting/designs/[design_id]/request": ["designs", "builds"],
	// The page of what is deleted leads to the list, and does not ask for it again.
	"DELETE /api/designs/[design_id]": ["GET /targeting/designs"],
	"DELETE /api/webhooks/[webhook_id]": ["GET /api/webhooks"],
	"opt-outs": ["opt-outs", "audit", "inventory-sources"],
	"device-erasures": ["opt-outs", "audit", "inventory-sources"],
	targets: ["targets", "deployments"],
	"POST /api/targets/[target_id]/agent-keys": ["GET /api/targets/[target_id]/agent-keys"],
	"DELETE /api/targets/[target_id]/agent-keys/[key_id]": ["targets"],
	users: ["users", "organizations"],
	organizations: ["users", "organizations"],
	// Names and e-mails are everywhere.
	"POST /api/users/[user_id]/erasure": "everything",
};

const resourceOf = (operation: Operation): Resource =>
	ELSEWHERE[operation as keyof typeof ELSEWHERE] ?? (operation.split("/")[2] as Resource);

const isOperation = (outdated: Outdated): outdated is Operation => outdated.includes(" ");

/** The key of all reads of a resource, or of those by one operation. */
export const keyOf = (outdated: Outdated): QueryKey =>
	isOperation(outdated) ? [resourceOf(outdated), outdated] : [outdated];

/** Reads afresh what an operation has outdated; after an error all of its resource with it. */
export function refresh(client: QueryClient, operation: Operation, error: Error | null = null): Promise<unknown> {
	const own = resourceOf(operation);
	const said = BY_OPERATION[operation] ?? BY_OPERATION[own] ?? [own];
	if (said === "everything") return client.invalidateQueries();
	const outdated = error === null || said.length === 0 ? said : [...said, own];
	return Promise.all(outdated.map((one) => client.invalidateQueries({ queryKey: keyOf(one) })));
}
