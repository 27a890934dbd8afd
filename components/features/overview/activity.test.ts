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
	groupActivity(records).map(
		({ event, deeds }) => `${event.actor} ${deeds.map(({ did, objects }) => `${did} ${objects.length}`).join(", ")}`,
	);

test("what one actor does within a minute is one group, each object once by deed", () => {
	const records = [record(1), record(2, named("Gyms")), record(3), record(4, { action: "reject" })];
	expect(told(records)).toEqual(["amir@north.example activated 2, rejected the request for 1"]);
	expect(groupActivity(records)[0]?.event.at).toBe(records[0]?.at);
});

test("another actor or a pause begins a group", () => {
	expect(told([record(1), record(2, { actor: "dana@acme.example" }), record(3)])).toHaveLength(3);
	expect(told([record(1), record(2), record(4)])).toHaveLength(2);
	expect(told([])).toEqual([]);
});
