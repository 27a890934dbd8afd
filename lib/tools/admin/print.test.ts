import { expect, test } from "vitest";
import { print } from "./print";

const people = [
	{
		email: "operator@targeting.local",
		name: "First Operator",
		role: "operator",
		organization: "service",
		status: "active",
		last_sign_in_at: "2026-01-05T08:00:00.000Z",
		second_factor: true,
	},
	{
		email: "a@b.example",
		name: "A\t\u001b[31mRed\n",
		role: "designer",
		organization: "acme",
		status: "invited",
		last_sign_in_at: null,
		second_factor: false,
	},
] as const;

test("people are columns on a terminal, and separated by tabs elsewhere, without what moves a cursor", () => {
	expect(print({ people }, true).out).toBe(
		[
			"EMAIL                     NAME            ROLE      ORGANIZATION  STATUS   LAST SIGN-IN              SECOND FACTOR",
			"operator@targeting.local  First Operator  operator  service       active   2026-01-05T08:00:00.000Z  yes",
			"a@b.example               A [31mRed       designer  acme          invited  never                     no",
			"",
		].join("\n"),
	);
	expect(print({ people }, false).out.split("\n")[2]).toBe(
		"a@b.example\tA [31mRed \tdesigner\tacme\tinvited\tnever\tno",
	);
});

test("the proof of an erasure is JSON on standard output", () => {
	const places = [{ table: "users", column: null, rows: 1 }];
	const erased = {
		pseudonym: "erased-1@erased.invalid",
		at: "2026-01-05T08:00:00.000Z",
		accounts: 1,
		places,
		kept: ["targeting files"],
		digest: "00",
	};
	const { out, note } = print({ erased }, true);
	expect(JSON.parse(out)).toEqual(erased);
	expect(note).toContain("1 rows in 1 places. The person is now erased-1@erased.invalid.");
});

test("so is that of devices, in counts", () => {
	const sources = [{ slug: "panel", erased_row_count: 3, rewritten_file_count: 1 }];
	const erasedDevices = {
		...{ device_count: 2, opt_outs_added: 1, searched_source_count: 4, sources, at: "2026-01-05T08:00:00.000Z" },
		...{ digest: "sha256:00", refused_row_count: 1, refused: [{ line: 3, reason: "Not a device id." }] },
	};
	const { out, note } = print({ erasedDevices }, true);
	expect(JSON.parse(out)).toEqual(erasedDevices);
	expect(note).toBe(
		"Erased: 3 visits of 2 devices in 1 of 4 sources. New opt-outs: 1. Rows that are no device id, and were left out: 1. Backups still have what was erased.\n",
	);
});

test.each([
	[
		null,
		"The audit log is whole. Checked: 3 events, of which erasures rewrote 1. Removed after their time: 4. Not chained yet: 2.\n",
		false,
	],
	[
		{ event_id: "2", problem: "the event was removed" },
		"The audit log is broken: the event was removed (event 2). Checked: 3 events, of which erasures rewrote 1. Removed after their time: 4. Not chained yet: 2.\n",
		true,
	],
])("a check of the audit log that found %j", (problem, note, isFault) => {
	const audit = { checked: 3, rewritten: 1, removed: 4, waiting: 2, head: "3:00", problem };
	const printed = print({ audit }, true);
	expect(JSON.parse(printed.out)).toEqual(audit);
	expect(printed).toMatchObject({ note, isFault });
});

test("a link stands alone on standard output", () => {
	const link = "https://targeting.example.com/welcome#tsl_x";
	const result = { link, isPublic: true, email: "a@b.example", role: "designer", organization: "Acme" };
	expect(print(result, true)).toEqual({
		out: `${link}\n`,
		note: "For a@b.example, designer of Acme: sets a password, once, within 7 days. Earlier links no longer work.\n",
	});
	expect(print({ ...result, isPublic: false }, true).note).toContain("set PUBLIC_URL");
});
