import { expect, test } from "vitest";
import { listAuditParameters } from "./audit";
import { createKeyBody } from "./key";
import { moment } from "./parameters";
import { scheduleBody } from "./schedule";

const WRONG = "must be a time";
const read = (text: string) => moment(WRONG).safeParse(text);

test.each([
	["2026-12-01T09:00:00Z", "2026-12-01T09:00:00.000Z"],
	["2026-12-01T09:00:00.250Z", "2026-12-01T09:00:00.250Z"],
	["2026-12-01T09:00:00,25Z", "2026-12-01T09:00:00.250Z"],
	["2026-12-01T09:00Z", "2026-12-01T09:00:00.000Z"],
	["2026-12-01T09:00+01:00", "2026-12-01T08:00:00.000Z"],
	["2026-12-01T09:00+0100", "2026-12-01T08:00:00.000Z"],
	["2026-12-01T09:00:30-0330", "2026-12-01T12:30:30.000Z"],
	["2026-12-01T09:00+01", "2026-12-01T08:00:00.000Z"],
	["2028-02-29T23:59+0000", "2028-02-29T23:59:00.000Z"],
])("%s is %s", (text, instant) => {
	const time = read(text).data ?? "";
	expect(new Date(time).toISOString()).toBe(instant);
	// Every parameter that takes a time reads it alike.
	expect(scheduleBody.parse({ activate_at: text })).toEqual({ activate_at: time });
	expect(createKeyBody.parse({ label: "key", scopes: ["manage"], expires_at: text }).expires_at).toBe(time);
	expect(listAuditParameters.parse({ since: text, until: text })).toMatchObject({ since: time, until: time });
});

test.each([
	"",
	"tomorrow",
	"2026-12-01",
	"2026-12-01T09:00",
	"2026-12-01T09Z",
	"2026-12-01T25:00Z",
	"2026-02-29T09:00Z",
	"2026-12-01T09:00+25:00",
	"2026-12-01T09:00 0100",
	" 2026-12-01T09:00Z",
])("'%s' is none, and says what is", (text) => {
	expect(read(text).error?.issues[0]?.message).toBe(WRONG);
});

test("behind the year 9999 there is none", () => {
	expect(read("9999-12-31T23:59Z").success).toBe(true);
	expect(read("9999-12-31T23:59-0100").error?.issues[0]?.message).toBe("must not lie behind the year 9999");
});
