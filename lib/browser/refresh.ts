import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { ChangeEvent, EventType } from "@/lib/contract/event";
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
/**
 * All reads of a resource, those by one operation, or those of one deployment by it; `target-names`:
 * of targets their names alone.
 */
export type Outdated = Resource | Operation | `${Operation} of ${string}` | "target-names";

/** Reads that say what agents have loaded. */
const ON_AGENTS = [
	"GET /targeting/deployments",
	"GET /targeting/designs",
	"GET /api/deployments/[deployment_id]",
	"GET /api/deployments/[deployment_id]/checklist",
	"targets",
	"overview",
] as const;

/** What is outdated by each event of `GET /api/events`. */
export const BY_EVENT: Readonly<Record<EventType, readonly Outdated[]>> = {
	design: ["designs", "overview"],
	build: ["builds", "designs", "overview"],
	deployment: ["deployments", "designs", "builds", "targets", "overview"],
	deployment_agents: ON_AGENTS,
	schedule: ["deployments", "GET /targeting/designs", "overview"],
	comment: [
		"GET /api/deployments/[deployment_id]/comments",
		"GET /api/deployments/[deployment_id]/history",
		"GET /api/deployments/queue",
	],
	target: ["targets", "target-names", "deployments", "overview"],
	target_agents: ["GET /targeting/deployments", "targets", "overview"],
	inventory_source: ["inventory-sources", "designs"],
	inbox: ["inbox"],
};

/**
 * What is outdated by an operation of the page's own, or by all those of a resource; the resource
 * itself where nothing is said.
 */
const BY_OPERATION: Readonly<Partial<Record<Operation | Resource, readonly Outdated[] | "everything">>> = {
	"POST /api/account/totp": [],
	"poi-releases": ["poi-releases", "points-of-interest", "designs"],
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
	targets: ["targets", "target-names", "deployments"],
	"POST /api/targets/[target_id]/agent-keys": ["GET /api/targets/[target_id]/agent-keys"],
	"DELETE /api/targets/[target_id]/agent-keys/[key_id]": ["targets"],
	users: ["users", "organizations"],
	organizations: ["users", "organizations"],
	// Names and e-mails are everywhere.
	"POST /api/users/[user_id]/erasure": "everything",
};

const resourceOf = (operation: Operation): Resource =>
	ELSEWHERE[operation as keyof typeof ELSEWHERE] ?? (operation.split("/")[2] as Resource);

/** The key of reads, as far as they have it in common. */
export function keyOf(outdated: Outdated): QueryKey {
	if (!outdated.includes(" ")) return [outdated];
	const [operation = "", deployment_id] = outdated.split(" of ");
	const key = [resourceOf(operation as Operation), operation];
	return deployment_id === undefined ? key : [...key, { deployment_id }];
}

/** What an event outdates. Reports of agents on one deployment are no news to pages of others. */
export const outdatedBy = ({ type, id }: Pick<ChangeEvent, "type" | "id">): readonly Outdated[] =>
	type !== "deployment_agents"
		? BY_EVENT[type]
		: ON_AGENTS.map((one) => (one.includes("[deployment_id]") ? (`${one} of ${id}` as Outdated) : one));

/** Reads afresh what an operation has outdated; after an error all of its resource with it. */
export function refresh(client: QueryClient, operation: Operation, error: Error | null = null): Promise<unknown> {
	const own = resourceOf(operation);
	const said = BY_OPERATION[operation] ?? BY_OPERATION[own] ?? [own];
	if (said === "everything") return client.invalidateQueries();
	const outdated = error === null || said.length === 0 ? said : [...said, own];
	return Promise.all(outdated.map((one) => client.invalidateQueries({ queryKey: keyOf(one) })));
}

/** How long after a decision its results are read (milliseconds): most agents have loaded it by then. */
const QUIET = 2_000;
/**
 * What was decided since, while its results are about to be read. Its pages are left, as the reader
 * goes on to another one.
 */
const decided = new WeakMap<QueryClient, Set<string>>();

/** Whether the results of a decision are about to be read. */
export const isQuiet = (client: QueryClient): boolean => (decided.get(client)?.size ?? 0) > 0;

/** What an event outdates less urgently: agents report much after a decision. */
const BY_EVENT_SOON: Readonly<Partial<Record<EventType, readonly Outdated[]>>> = {
	target_agents: [
		"GET /api/deployments/[deployment_id]",
		"GET /api/deployments/[deployment_id]/checklist",
		"GET /api/deployments/[deployment_id]/preview",
		"POST /api/deployments/bulk/preview",
		"GET /api/deployments/tags",
		"GET /api/deployments/queue",
	],
};

/** Marks reads as outdated, to be read together at the end of the quiet time. */
export function outdateQuietly(client: QueryClient, outdated: readonly Outdated[]): void {
	const left = decided.get(client);
	for (const one of outdated) {
		void client.invalidateQueries({
			queryKey: keyOf(one),
			refetchType: "none",
			predicate: ({ queryKey: [, , input] }) =>
				left?.has((input as { deployment_id?: string } | undefined)?.deployment_id ?? "") !== true,
		});
	}
}

/**
 * Reads what a decision outdates a moment later: several in quick succession, their events, and the
 * reports of agents are read once. To be called as it is sent, and as it is answered.
 */
export function refreshSoon(client: QueryClient, id: string): void {
	readSoon(client).add(id);
	outdateQuietly(client, BY_EVENT.deployment);
}

/** Reads a moment later what an event outdates less urgently than the rest. */
export function followSoon(client: QueryClient, type: EventType): void {
	const outdated = BY_EVENT_SOON[type];
	if (outdated === undefined) return;
	readSoon(client);
	outdateQuietly(client, outdated);
}

/** Begins the quiet time, or goes on with it; gives what was decided in it. */
function readSoon(client: QueryClient): Set<string> {
	const known = decided.get(client);
	if (known !== undefined) return known;
	const begun = new Set<string>();
	decided.set(client, begun);
	setTimeout(() => {
		decided.delete(client);
		void client.refetchQueries({ type: "active", predicate: ({ state }) => state.isInvalidated });
	}, QUIET);
	return begun;
}
