import { expect, test } from "vitest";
import type { AuditRecord } from "@/lib/contract/audit";
import { groupActivity } from "./activity";

const ID = "00000000-0000-4000-8000-000000000001";
let next = 100;
const record = (minutesAgo: number, over: Partial<AuditRecord> = {}): AuditRecord => ({
	id: String(next--),
	at: new Date(Date.parse("2026-11-25T12:00:00.000Z") - minutesAgo * 60_000).toISOString(),
	actor_id: ID,
	actor: "amir@north.example",
	actor_person: { id: ID, name: "Amir Haddad", organization: "North" },
	credential: "session",
	address: null,
	action: "activate",
	status_before: "requested",
	status_after: "activated",
	reason: null,
	detail: null,
	object_type: "deployment",
	object_id: ID,
	object_name: "Coffee shops",
	design_id: ID,
	design_name: "Coffee shops",
	target_id: ID,
	target_name: "North EU",
	...over,
});
const named = (name: string) => ({ object_name: name, design_name: name, object_id: ID.replace("1", "2") });
const told = (records: AuditRecord[]) =>
	groupActivity(records).map(({ event, did, objects }) => `${event.actor} ${did} ${objects.length}`);

test("what one actor does in a row is one group, each object once", () => {
	const records = [record(1), record(2, named("Gyms")), record(3), record(4, { action: "reject" })];
	expect(told(records)).toEqual(["amir@north.example activated 2", "amir@north.example rejected the request for 1"]);
	expect(groupActivity(records)[0]?.event.at).toBe(records[0]?.at);
});

test("another actor, another action or a long pause begins a group", () => {
	expect(told([record(1), record(2, { actor: "dana@acme.example" }), record(3)])).toHaveLength(3);
	expect(told([record(1), record(61), record(122)])).toHaveLength(2);
	expect(told([])).toEqual([]);
});
