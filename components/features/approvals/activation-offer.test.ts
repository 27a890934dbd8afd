import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { request } from "@/components/features/deployments/testing";

let activationOffer: typeof import("./activation-offer").activationOffer;

const NOW = Date.parse("2026-11-25T12:00:00.000Z");
const FROM = "2026-11-30T05:00:00.000Z";
const UNTIL = "2026-12-14T05:00:00.000Z";
const zone = process.env.TZ;
beforeEach(async () => {
	process.env.TZ = "Europe/Berlin";
	// Formats that another test has used keep the zone that it had.
	vi.resetModules();
	({ activationOffer } = await import("./activation-offer"));
});
afterEach(() => {
	vi.resetModules();
	if (zone === undefined) delete process.env.TZ;
	else process.env.TZ = zone;
});

const offer = (activate_at: string | null, deactivate_at: string | null, now = NOW) =>
	activationOffer(request({ proposed: { activate_at, deactivate_at } }), now);

test("the button names the dates that are to come, and the zone", () => {
	expect(activationOffer(request(), NOW)).toEqual({ asProposed: false, label: "Activate", approved: null });
	expect(offer(FROM, UNTIL).label).toBe("Activate 30 Nov, 06:00 CET – 14 Dec, 06:00");
	expect(offer(FROM, null).label).toBe("Activate from 30 Nov, 06:00 CET");
	expect(offer(null, UNTIL)).toMatchObject({ asProposed: true, label: "Activate until 14 Dec, 06:00 CET" });
	expect(offer(FROM, UNTIL, Date.parse(FROM)).label).toBe("Activate until 14 Dec, 06:00 CET");
});

test("a campaign that is over, and a beginning that has come, are activated now", () => {
	expect(offer(FROM, UNTIL, Date.parse(UNTIL))).toMatchObject({ asProposed: false, label: "Activate" });
	expect(offer(FROM, null, Date.parse(FROM))).toMatchObject({ asProposed: false, label: "Activate" });
});

test("what is scheduled already is activated now", () => {
	const schedule = {
		activate_at: FROM,
		deactivate_at: UNTIL,
		by: "mira@northgrid.example",
		by_person: null,
		waits_for_window: false,
		opens_at: null,
		last_problem: null,
	};
	const scheduled = request({ schedule, proposed: { activate_at: FROM, deactivate_at: UNTIL } });
	expect(activationOffer(scheduled, NOW)).toMatchObject({ asProposed: false, label: "Activate" });
});
