import type { AuditRecord } from "@/lib/contract/audit";
import { isolate } from "@/lib/rules/text/isolate";

/** Every recorded action, to stand between the actor and the object. */
const PAST: Readonly<Record<string, string>> = {
	abandon_build: "abandoned the failed build of",
	activate: "activated",
	accept_audit_head: "accepted another end of the audit log of",
	add_opt_outs: "added opt-outs to",
	add_freeze: "froze",
	add_second_factor: "added a second factor of",
	approve: "approved",
	approve_also: "approved",
	approve_delete: "approved to delete",
	answer: "answered a question about",
	ask: "asked about",
	attach_external_build: "uploaded a build of",
	bind_identity: "bound a single sign-on identity to",
	call_refused: "was refused a call as",
	cancel: "cancelled the request of",
	change_owner: "changed the owner of",
	comment: "commented on",
	complete_build: "built",
	confirm_opt_outs: "confirmed the restored opt-outs of",
	create: "created",
	automation_failed: "could not update to new data",
	pull_failed: "could not pull the data of",
	set_pull: "set the schedule of pulls of",
	remove_pull: "ended the pulls of",
	set_automation: "set what follows new data for",
	deactivate: "deactivated",
	delete: "deleted",
	disable: "disabled",
	duplicate: "duplicated",
	edit: "changed",
	enable: "enabled",
	end_sessions: "ended sessions of",
	erase_devices: "erased devices from",
	erase_inventory: "erased devices from",
	erase_user: "erased the name and email of",
	expire: "request expired for",
	fail_build: "failed to build",
	forget_agent: "removed an offline agent of",
	import_geofences: "imported geofences into",
	remove_audit_events: "removed old events from the audit log of",
	remove_freeze: "removed a freeze of",
	remove_geofences: "removed geofences of",
	import_inventory: "imported data into",
	expire_inventory: "removed expired data of",
	import_places: "imported places into",
	disk_low: "found a disk nearly full of",
	job_failed: "failed repeatedly in",
	issue_sign_in_link: "created a sign-in link for",
	load_failed: "could not load",
	loaded: "loaded",
	offline: "found no agent online of",
	out_of_memory: "ran out of memory on",
	pause: "paused",
	regenerate: "regenerated",
	regenerate_recovery_codes: "created new recovery codes for",
	reject: "rejected",
	remind: "sent a reminder of",
	remind_requester: "reminded the requester of",
	reject_build: "rejected the build of",
	refuse_passkey: "refused a passkey of",
	remove_opt_outs: "removed opt-outs of",
	replace_opt_outs: "replaced the opt-outs of",
	remove_second_factor: "removed a second factor of",
	replay: "sent events again to",
	request: "requested",
	request_build: "requested a build of",
	reset_second_factor: "reset the second factor of",
	resume: "resumed",
	retry_build: "retried the build of",
	use_recovery_code: "used a recovery code of",
	revoke: "revoked",
	rollback: "rolled back",
	rotate_secret: "rotated the secret of",
	schedule: "scheduled",
	schedule_failed: "could not run the schedule of",
	set_password: "set the password of",
	set_least_reach: "set the least reach of",
	set_price: "set the price of",
	set_visibility: "changed the visibility tags of",
	share: "changed the sharing of",
	sign_in: "signed in as",
	sign_in_refused: "refused a sign-in for",
	start_build: "started to build",
	tag: "tagged",
	unbind_identity: "unbound the single sign-on identity of",
	undo: "undid the decision on",
	unschedule: "removed the schedule of",
	withdraw_question: "withdrew a question about",
};

/** The known actions, as options of a filter. */
export const ACTIONS: readonly { value: string; label: string }[] = Object.keys(PAST).map((value) => ({
	value,
	label: value.replaceAll("_", " "),
}));

const OBJECTS: Partial<Record<AuditRecord["object_type"], string>> = {
	api_key: "the API key",
	agent_key: "the agent key",
	inventory_source: "the inventory source",
	organization: "the organization",
	place_category: "the place category",
	service: "the service",
	target: "the target",
	user: "the person",
	webhook: "the webhook",
};

/** The action, to stand between the actor and the object. */
export const didWhat = ({ action }: Pick<AuditRecord, "action">): string => PAST[action] ?? action.replaceAll("_", " ");

/** The object, by its current name. */
export function toWhat(record: AuditRecord): string {
	const { object_type, object_name, design_name, target_name } = record;
	const kind = OBJECTS[object_type];
	const name = object_name ?? (object_type === "target" ? target_name : design_name);
	const thing =
		name === null
			? `${kind ?? `the ${object_type}`} (deleted)`
			: kind === undefined
				? isolate(name)
				: `${kind} ${isolate(name)}`;
	return object_type === "deployment" && target_name !== null ? `${thing} on ${isolate(target_name)}` : thing;
}

/** The page of the object; null if it has none. */
export function changeAddress({ object_type, object_id, object_name, design_id }: AuditRecord): string | null {
	if (object_type === "deployment" && object_name !== null) return `/deployments/${object_id}`;
	if (object_type === "design" && object_name !== null) return `/designs/${object_id}`;
	if (object_type === "build" && design_id !== null) return `/designs/${design_id}`;
	if (object_type === "target" && object_name !== null) return `/targets/${object_id}`;
	return null;
}
