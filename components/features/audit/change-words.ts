import type { AuditRecord } from "@/lib/contract/audit";

/** Every action that is recorded, as the middle of a sentence. */
const PAST: Readonly<Record<string, string>> = {
	abandon_build: "abandoned the failed build of",
	activate: "activated",
	attach_external_build: "uploaded a build of",
	cancel: "cancelled the request of",
	change_owner: "gave another owner to",
	complete_build: "built",
	create: "created",
	deactivate: "deactivated",
	delete: "deleted",
	disable: "disabled",
	duplicate: "copied",
	edit: "changed",
	enable: "enabled",
	expire: "let expire the request of",
	fail_build: "failed to build",
	forget_agent: "forgot a silent agent of",
	import_geofences: "imported geofences into",
	import_inventory: "imported data into",
	issue_sign_in_link: "made a sign-in link for",
	regenerate: "regenerated",
	reject: "rejected",
	reject_build: "refused to build",
	request: "requested",
	request_build: "requested a build of",
	retry_build: "had tried again the build of",
	revoke: "revoked",
	rollback: "rolled back",
	schedule: "scheduled",
	schedule_failed: "could not do as scheduled to",
	set_password: "set the password of",
	set_price: "set the price of",
	set_visibility: "changed the visibility tags of",
	share: "changed who shares",
	start_build: "began to build",
	tag: "tagged",
	unschedule: "took away the schedule of",
};

/** The actions that have words, for a list to choose from. */
export const ACTIONS: readonly { value: string; label: string }[] = Object.keys(PAST).map((value) => ({
	value,
	label: value.replaceAll("_", " "),
}));

const OBJECTS: Partial<Record<AuditRecord["object_type"], string>> = {
	api_key: "the API key",
	agent_key: "the agent key",
	inventory_source: "the inventory source",
	organization: "the organization",
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
