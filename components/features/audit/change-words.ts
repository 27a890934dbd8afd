import type { AuditRecord } from "@/lib/contract/audit";
import { EVENTS, namesObject } from "@/lib/contract/events/events";
import { isolate } from "@/lib/rules/text/isolate";

/** The known actions, as options of a filter. */
export const ACTIONS: readonly { value: string; label: string }[] = [
	...new Set(Object.values(EVENTS).flatMap(Object.keys)),
]
	.sort()
	.map((value) => ({ value, label: value.replaceAll("_", " ") }));

const OBJECTS: Partial<Record<AuditRecord["object_type"], string>> = {
	api_key: "the API key",
	agent_key: "the agent key",
	inventory_source: "the inventory source",
	organization: "the organization",
	place_category: "the place category",
	poi_release: "the points of interest",
	service: "the service",
	target: "the target",
	webhook: "the webhook",
};

/** The object, by its current name; empty where the deed is complete without it. */
export function toWhat(record: AuditRecord): string {
	if (!namesObject(record)) return "";
	const { object_type, object_name, design_name, target_name } = record;
	const kind = OBJECTS[object_type];
	const name = object_name ?? (object_type === "target" ? target_name : design_name);
	const thing =
		name === null
			? `${kind ?? (object_type === "user" ? "somebody" : `the ${object_type}`)} (deleted)`
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
