import type { AuditRecord } from "@/lib/contract/audit";

const PAST: Readonly<Record<string, string>> = {
	activate: "activated",
	cancel: "cancelled the request of",
	complete_build: "built",
	create: "created",
	deactivate: "deactivated",
	delete: "deleted",
	edit: "changed",
	expire: "let expire the request of",
	fail_build: "failed to build",
	import_geofences: "imported geofences into",
	import_inventory: "imported data into",
	regenerate: "regenerated",
	reject: "rejected",
	reject_build: "refused to build",
	request: "requested",
	request_build: "requested a build of",
	revoke: "revoked",
	rollback: "rolled back",
	schedule: "scheduled",
	schedule_failed: "could not do as scheduled to",
	start_build: "began to build",
	tag: "tagged",
	unschedule: "took away the schedule of",
};

const OBJECTS: Partial<Record<AuditRecord["object_type"], string>> = {
	api_key: "the API key",
	agent_key: "the agent key",
	inventory_source: "the inventory source",
	organization: "the organisation",
	target: "the target",
	user: "the person",
};

/** What was done, between who did it and to what. */
export const didWhat = ({ action }: Pick<AuditRecord, "action">): string => PAST[action] ?? action.replaceAll("_", " ");

/** To what it was done, by the names that things have now. */
export function toWhat(record: AuditRecord): string {
	const { object_type, object_name, design_name, target_name } = record;
	const kind = OBJECTS[object_type];
	const name = object_name ?? (object_type === "target" ? target_name : design_name);
	const thing =
		name === null ? `${kind ?? `a ${object_type}`} that is gone` : kind === undefined ? name : `${kind} ${name}`;
	return object_type === "deployment" && target_name !== null ? `${thing} on ${target_name}` : thing;
}

/** The page of what was changed; null where it has none. */
export function changeAddress({ object_type, object_id, object_name, design_id }: AuditRecord): string | null {
	if (object_type === "deployment" && object_name !== null) return `/deployments/${object_id}`;
	if (object_type === "design" && object_name !== null) return `/designs/${object_id}`;
	if (object_type === "build" && design_id !== null) return `/designs/${design_id}`;
	if (object_type === "target" && object_name !== null) return `/targets/${object_id}`;
	return null;
}
