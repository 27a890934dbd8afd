import { expect, test } from "vitest";
import { parseDeviceId } from "@/lib/formats/device-id";
import { generateVisits, VISIT_DAYS, visitsAsCsv } from "./generate-visits";

const NEWEST = new Date("2026-03-01T12:00:00.000Z");
const DAY_MS = 24 * 3600 * 1000;
const DEVICES = 5_000;

test("generates the same devices in the same segments in every run", () => {
	const visits = [...generateVisits(NEWEST, DEVICES)];
	expect(new Set(visits.map(({ deviceId }) => deviceId)).size).toBe(DEVICES);
	const fewer = [...generateVisits(NEWEST, 100)];
	expect(fewer).toEqual(visits.slice(0, fewer.length));
	const later = [...generateVisits(new Date(NEWEST.getTime() + DAY_MS), DEVICES)];
	expect(later.map(({ deviceId, segment }) => [deviceId, segment])).toEqual(
		visits.map(({ deviceId, segment }) => [deviceId, segment]),
	);
	const times = visits.map(({ seenAt }) => seenAt.getTime());
	expect(times.reduce((a, b) => Math.max(a, b))).toBe(NEWEST.getTime());
	expect(times.reduce((a, b) => Math.min(a, b))).toBeGreaterThan(NEWEST.getTime() - VISIT_DAYS * DAY_MS);
});

test("generates advertising ids", () => {
	for (const { deviceId } of [...generateVisits(NEWEST, DEVICES)].slice(0, 1_000)) {
		expect(deviceId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
		expect(parseDeviceId(deviceId)?.kind).toBe("uuid");
	}
});

test("writes CSV with a header row and a line per visit", () => {
	const visits = [...generateVisits(NEWEST, DEVICES)].slice(0, 2_500);
	const lines = Buffer.concat([...visitsAsCsv(visits)])
		.toString()
		.split("\n");
	expect(lines[0]).toBe("device_id,segment,seen_at");
	expect(lines[1]).toBe(`${visits[0]?.deviceId},${visits[0]?.segment},2026-03-01T12:00:00.000Z`);
	expect(lines).toHaveLength(2_500 + 2);
	expect(lines.at(-1)).toBe("");
});
