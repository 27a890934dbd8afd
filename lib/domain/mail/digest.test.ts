import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { log } from "@/lib/platform/log";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { nextDigest } from "./mail-sink";
import { editNotificationSettings } from "./notification-settings";
import { createMailWorld, type MailWorld } from "./testing";

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000] as const;

describe.each(testDatabaseKinds())("the daily digest on %s", (kind) => {
	let mail: MailWorld;
	let refuses = false;
	beforeAll(async () => {
		mail = await createMailWorld(kind, {
			onRcptTo: (_address, _session, callback) =>
				callback(refuses ? Object.assign(new Error("later"), { responseCode: 451 }) : null),
		});
	});
	afterAll(() => mail.drop());
	beforeEach(async () => {
		refuses = false;
		await mail.clear();
		vi.spyOn(log, "warn").mockImplementation(() => undefined);
	});
	afterEach(() => vi.restoreAllMocks());

	/** The clock is set, never back. */
	const goTo = (time: string) => {
		const distance = Date.parse(time) - mail.service.now().getTime();
		if (distance < 0) throw new Error(`${time} has passed`);
		mail.service.advance(distance);
	};
	const entries = (text: string | undefined) => text?.match(/^\* /gm)?.length ?? 0;
	/**
	 * Tells of something every hour; gives the hours at which digests came, with the number of
	 * their entries.
	 */
	const hours = async (from: string, until: string) => {
		goTo(from);
		const came: string[] = [];
		for (; mail.service.now().getTime() < Date.parse(until); mail.service.advance(HOUR)) {
			await mail.tell("activate");
			for (const { text } of await mail.sent()) {
				came.push(`${mail.service.now().toISOString().slice(0, 13)} ${entries(text)}`);
			}
		}
		return came;
	};
	/** Hours until nothing waits at which digests come. */
	const coming = async (until: string) => {
		const came: string[] = [];
		for (; mail.service.now().getTime() < Date.parse(until); mail.service.advance(HOUR)) {
			for (const _ of await mail.sent()) came.push(mail.service.now().toISOString().slice(0, 13));
		}
		return came;
	};
	const move = (time_zone: string) => editNotificationSettings(mail.service, mail.world.designer, { time_zone });

	test("comes once a day, with what came since, when clocks go forward and back", async () => {
		await mail.choose({}, { time_zone: "Europe/Berlin", digest_minute: 480 });
		expect(await hours("2026-03-28T12:00Z", "2026-03-30T12:00Z")).toEqual(["2026-03-29T06 19", "2026-03-30T06 24"]);
		await mail.clear();
		// A time of day that there is twice on the 25th.
		await mail.choose({}, { time_zone: "Europe/Berlin", digest_minute: 150 });
		expect(await hours("2026-10-24T12:00Z", "2026-10-26T12:00Z")).toEqual(["2026-10-25T01 14", "2026-10-26T02 25"]);
	});

	test("comes once for each day of the calendar when the person moves", async () => {
		await mail.choose({}, { time_zone: "Asia/Tokyo", digest_minute: 480 });
		goTo("2027-03-02T20:00Z");
		await mail.tell("activate");
		await move("America/Los_Angeles");
		// 08:00 of the 3rd, there.
		expect(await coming("2027-03-03T17:00Z")).toEqual(["2027-03-03T16"]);
		await mail.tell("activate");
		await move("Asia/Tokyo");
		expect(await coming("2027-03-04T00:00Z")).toEqual(["2027-03-03T23"]);
		// The 4th has had its digest; in Los Angeles it is yet to begin.
		await mail.tell("activate");
		await move("America/Los_Angeles");
		await mail.tell("deactivate");
		expect(await coming("2027-03-06T00:00Z")).toEqual(["2027-03-05T16"]);
		// 08:00 of the day that waits has passed in the zone to which the person moves.
		await mail.tell("activate");
		await move("Pacific/Auckland");
		expect(await coming("2027-03-07T00:00Z")).toEqual(["2027-03-06T00"]);
	});

	test("is not sent when there is nothing, or it was read", async () => {
		await mail.tell("activate");
		await mail.service.prisma.inboxItem.updateMany({ data: { read_at: mail.service.now() } });
		mail.service.advance(2 * DAY);
		expect(await mail.sent()).toEqual([]);
		expect(await mail.states()).toEqual(["dropped"]);
	});

	test("takes no more once it is being sent", async () => {
		await mail.tell("activate");
		mail.service.advance(DAY);
		refuses = true;
		expect(await mail.sent()).toEqual([]);
		await mail.tell("deactivate");
		refuses = false;
		mail.service.advance(MINUTE);
		expect((await mail.sent()).map(({ text }) => entries(text))).toEqual([1]);
		mail.service.advance(DAY);
		expect((await mail.sent()).map(({ subject }) => subject)).toEqual([expect.stringContaining("deactivated")]);
	});
});

test("every day of a year has one digest in every time zone, at its time", () => {
	for (const timeZone of [
		"Europe/Berlin",
		"America/New_York",
		"Australia/Lord_Howe",
		"Asia/Kathmandu",
		"America/Santiago",
	]) {
		for (const digestMinute of [0, 30, 150, 480, 1439]) {
			const chosen = { modes: {}, time_zone: timeZone, digest_minute: digestMinute };
			let [now, last]: [Date, string | null] = [new Date("2026-01-01T00:00Z"), null];
			const instants: number[] = [];
			for (let count = 0; count < 366; count += 1) {
				const { day, at }: { day: string; at: Date } = nextDigest(now, chosen, last);
				[now, last] = [at, day];
				instants.push(at.getTime());
			}
			const gaps = instants.slice(1).map((instant, index) => (instant - (instants[index] ?? 0)) / HOUR);
			expect(Math.min(...gaps)).toBeGreaterThanOrEqual(22.5);
			expect(Math.max(...gaps)).toBeLessThanOrEqual(25.5);
		}
	}
});
