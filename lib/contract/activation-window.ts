import { z } from "zod";
import { WEEKDAYS } from "@/lib/rules/opening-hours";
import { isTimeZone } from "@/lib/rules/time/zoned-day";
import { field } from "./field";
import { moment, nameWithin, paging, textWithin } from "./parameters";
import { text, timestamp } from "./primitives";
import { described } from "./written-as";

const timeOfDay = (pattern: RegExp, example: string) =>
	z
		.string()
		.regex(pattern, `must be a time of day such as ${example}`)
		.meta({ examples: [example] });

export const weeklyHours = z
	.strictObject({
		days: z
			.array(z.enum(WEEKDAYS))
			.min(1, "must name at least one day")
			.refine((days) => new Set(days).size === days.length, "must name each day once")
			.describe("Days on which these hours begin."),
		from: timeOfDay(/^([01]\d|2[0-3]):[0-5]\d$/, "08:00").describe("First minute."),
		to: timeOfDay(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, "18:00").describe(
			"End, itself excluded: `24:00` at most; one that is not after `from` is on the next day.",
		),
	})
	.refine(({ from, to }) => from !== to, { path: ["to"], message: "must differ from 'from'" });

export const timeZone = z
	.string()
	.max(64, "must have at most 64 characters")
	.refine(isTimeZone, "must be a name of IANA's, such as Europe/Berlin")
	.meta({ examples: ["Europe/Berlin"] });

/** Weekly hours in which a target allows activations. */
export const activationHours = z
	.strictObject({
		time_zone: timeZone.describe("A name of IANA's, such as `Europe/Berlin`, whose clocks the hours follow."),
		hours: z
			.array(weeklyHours)
			.min(1, "must have at least one entry; null means always")
			.max(50, "must have at most 50 entries")
			.describe("The hours; those that touch or overlap are one."),
	})
	.meta({
		id: "ActivationHours",
		description: "Weekly hours in which a target allows activations (docs/contract.md, Activation windows).",
	});
export type ActivationHours = z.infer<typeof activationHours>;

/** Whether a target allows activations now. */
export const activationWindow = z
	.strictObject({
		open: z.boolean().describe("Whether it allows activations."),
		reason: z
			.enum(["outside_hours", "frozen"])
			.nullable()
			.describe("Why it is closed; null while it is open.")
			.meta({ examples: ["frozen"] }),
		freeze_reason: text.nullable().describe("The reason of the freeze, with `frozen`."),
		opens_at: timestamp
			.nullable()
			.describe("When it opens; null while it is open, and where it does not open within a year."),
		closes_at: timestamp
			.nullable()
			.describe("When it closes; null while it is closed, and where it does not close within a year."),
	})
	.meta({ id: "ActivationWindow", description: "Whether a target allows activations now, why not, and until when." });
export type ActivationWindow = z.infer<typeof activationWindow>;

/** Why an activation outside of the target's window is necessary. */
export const overrideReason = textWithin(1, 2_000)
	.optional()
	.describe(
		"Why it is activated outside of the target's activation window, which is refused without a reason; recorded where the window is closed.",
	);

/** A time during which a target allows no activations. */
export const targetFreeze = z
	.strictObject({
		id: field.id,
		target_id: field.target_id,
		starts_at: timestamp.describe("Its first instant."),
		ends_at: timestamp.describe("The first instant after it."),
		reason: field.reason,
		created_by: text.nullable().describe("E-mail of the user who set it."),
		created_at: field.created_at,
	})
	.meta({ id: "TargetFreeze", description: "A time during which a target allows no activations, and why." });
export type TargetFreeze = z.infer<typeof targetFreeze>;

const time = moment("must be a time as ISO 8601 with 'Z' or an offset, such as 2026-12-20T00:00:00Z");

/** Body of `POST /api/targets/<id>/freezes`. */
export const createFreezeBody = z
	.strictObject({
		starts_at: time.optional().describe("When it starts; now by default."),
		ends_at: time.describe("When it ends, itself excluded."),
		reason: nameWithin(1, 200).meta(
			described("Reason, for everyone who wants to activate.", "Spring campaign, new shops added"),
		),
	})
	.refine(({ starts_at, ends_at }) => starts_at === undefined || Date.parse(starts_at) < Date.parse(ends_at), {
		path: ["ends_at"],
		message: "must be later than 'starts_at'",
	});
export type CreateFreeze = z.infer<typeof createFreezeBody>;

/** Parameters of `GET /api/targets/<id>/freezes`: those that have not ended, the next first. */
export const listFreezesParameters = z.strictObject(paging);
