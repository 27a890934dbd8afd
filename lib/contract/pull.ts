import { z } from "zod";
import { timeZone } from "./activation-window";
import { count, integer, text, timestamp } from "./primitives";
import { described } from "./written-as";

/** From where and when a file is pulled, and how it went; without secrets. */
export const pullFields = {
	url: text.meta(
		described(
			"The address; of https without its query, which may be a signature.",
			"https://example.com/hooks/targeting",
		),
	),
	has_query: z.boolean().describe("Whether the address has a query, which is not shown again."),
	every_hours: integer.nullable().describe("Hours from one pull to the next; null: once a day."),
	daily_at: text.nullable().describe("Time of day of the pull; null: every few hours."),
	time_zone: text.nullable().describe("Of `daily_at`; null: UTC."),
	header_name: text.nullable().describe("Name of the header that is sent along; its value is not shown again."),
	access_key_id: text.nullable().describe("Access key for S3; its secret is not shown again."),
	running: z.boolean().describe("Whether it is being pulled now."),
	next_at: timestamp.describe("When it is pulled next; while it fails, when it is tried again."),
	last_pulled_at: timestamp.nullable().describe("When the file was last fetched, or found unchanged."),
	last_changed_at: timestamp.nullable().describe("When a fetched file last changed the data."),
	failures: count.describe("Failed attempts in a row."),
	problem: text
		.nullable()
		.meta(described("Why the last attempt failed.", "Another deployment of the design is activated there.")),
	problem_at: timestamp.nullable().describe("Time of the last failed attempt; null since one succeeded."),
};

/** A pull of any kind. */
export type Pull = z.output<z.ZodObject<typeof pullFields>> & { mode: string };

/** Where a file is, and when it is pulled. */
export const setPullFields = {
	url: z
		.string()
		.min(1)
		.max(2_000)
		.meta(
			described(
				"`https://…`, or `s3://bucket/key`, for S3 with `?region=` or `?endpoint=`. The address as it is shown keeps its query; a bare `?` at its end removes it.",
				"https://example.com/hooks/targeting",
			),
		),
	every_hours: z.number().int().min(1).max(720).nullable().default(null).describe("Either this or `daily_at`."),
	daily_at: z
		.string()
		.regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time of day such as 03:30")
		.nullable()
		.default(null)
		.describe("Once a day at this time, such as 03:30."),
	time_zone: timeZone.nullable().default(null).describe("Of `daily_at`; UTC by default."),
	header: z
		.strictObject({
			field: z
				.string()
				.regex(/^[A-Za-z0-9-]{1,100}$/, "must be the name of a header field")
				.describe("Name of the header field, such as `Authorization`."),
			value: z
				.string()
				.max(4_000, "must have at most 4000 characters")
				.regex(/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/, "must be printable ASCII")
				.describe("Its value, which is not shown again."),
		})
		.nullable()
		.optional()
		.describe("Sent with https; absent: as it was, null: none."),
	s3_keys: z
		.strictObject({
			access_key_id: z.string().min(1).max(200).describe("Id of the access key."),
			secret_access_key: z.string().min(1).max(400).describe("Its secret, which is not shown again."),
		})
		.nullable()
		.optional()
		.describe("Keys for S3; absent: as they were, null: those of the service's environment."),
};
export type SetPull = z.output<z.ZodObject<typeof setPullFields>> & { mode: string };

/** One of the two ways to say when. */
export const isScheduled = ({ every_hours, daily_at }: Pick<SetPull, "every_hours" | "daily_at">): boolean =>
	(every_hours === null) !== (daily_at === null);
export const SCHEDULE_PROBLEM = { path: ["every_hours"], message: "must be given, or daily_at, and not both" };
