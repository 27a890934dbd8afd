import { z } from "zod";
import { timeZone } from "./activation-window";
import { designStatus } from "./design";
import { nameWithin, paging, searchQuery } from "./parameters";
import { personRef } from "./person-ref";
import { guid, timestamp } from "./primitives";

const count = z.number().int().min(0);

/** How an upload changes a source's data. */
export const inventoryImportMode = z
	.enum(["replace", "append"])
	.describe("`replace`: in place of all data; `append`: beside them.");
export type InventoryImportMode = z.infer<typeof inventoryImportMode>;

/** The counts of an import. */
const contractImport = {
	id: guid,
	mode: z
		.enum([...inventoryImportMode.options, "expire", "erase"])
		.describe(
			"What made it: a replacement, an append, the removal of rows that the source no longer keeps, or of erased devices.",
		),
	row_count: count.describe("Number of distinct rows."),
	added_row_count: count.describe("Rows that the version before it had not; of a replacement all."),
	expired_row_count: count.describe("Rows left out or removed because they are older than `keep_days`."),
	device_count: count,
	segment_count: count,
	refused_row_count: count,
	size: count.describe("Stored size in bytes."),
	device_id_kind: z.enum(["uuid", "sha1", "sha256"]).describe("Kind of its device ids."),
	newest_seen_at: timestamp.nullable().describe("`within_days` counts back from here; null without rows."),
	processed_at: timestamp.describe("The `audience_index_version` of builds that use it."),
	imported_by: z.string().nullable().describe("E-mail of the operator; null where unknown."),
	imported_by_person: personRef.nullable(),
	current: z.boolean().describe("Whether builds use it now."),
};

/** A version of an inventory source's data. */
export const inventoryImport = z
	.strictObject(contractImport)
	.meta({ id: "InventoryImport", description: "A version of an inventory source's data." });
export type InventoryImport = z.infer<typeof inventoryImport>;

/** A file of visits that is part of the current version. */
export const inventoryPart = z
	.strictObject({
		id: guid,
		first_seen_at: timestamp.nullable().describe("Its earliest visit; null where it is not known."),
		last_seen_at: timestamp.nullable(),
		row_count: count.describe("Number of its rows."),
		size: count.describe("Stored size in bytes."),
		added_at: timestamp.describe("Time at which it was uploaded."),
	})
	.meta({ id: "InventoryPart", description: "A file of visits that is part of the current version." });
export type InventoryPart = z.infer<typeof inventoryPart>;

/** A refused row of an upload, with the reason. */
export const refusedInventoryRow = z
	.strictObject({
		line: z
			.number()
			.int()
			.min(1)
			.describe("Line of a CSV file, counting the header as 1, or row of a Parquet file, from 1."),
		reason: z.string(),
	})
	.meta({ id: "RefusedInventoryRow", description: "A refused row of an upload, with the reason." });

const contractImportDetail = {
	...contractImport,
	source: z.string().describe("Slug of the inventory source."),
	refused: z.array(refusedInventoryRow).describe("The first 100 of the refused rows, by line."),
};

/** A version with its first refused rows. */
export const inventoryImportDetail = z
	.strictObject(contractImportDetail)
	.meta({ id: "InventoryImportDetail", description: "A version with its first refused rows." });
export type InventoryImportDetail = z.infer<typeof inventoryImportDetail>;

/** The answer to an upload. */
export const inventoryImportResult = z
	.strictObject({
		...contractImportDetail,
		unchanged: z.boolean().describe("Whether all rows of an append were there already, so that no version was made."),
	})
	.meta({ id: "InventoryImportResult", description: "The version that an upload made." });
export type InventoryImportResult = z.infer<typeof inventoryImportResult>;

/** Parameters of `POST /api/inventory-sources/<slug>/imports`. */
export const importInventoryParameters = z.strictObject({
	mode: inventoryImportMode.describe("Whether the file replaces the data or adds rows to them.").default("replace"),
});

const contractSource = {
	id: guid,
	slug: z.string(),
	name: z.string(),
	open: z.boolean().describe("Whether every organization may use it."),
	organizations: z
		.array(z.strictObject({ id: guid, slug: z.string(), name: z.string() }))
		.describe("Organizations that may use a restricted source; callers other than operators see their own alone."),
	keep_days: z
		.number()
		.int()
		.nullable()
		.describe("Visits of these last days (UTC), today included, are kept; null: all of them."),
	current_import: inventoryImport.nullable().describe("The data that builds use; null before the first import."),
	created_at: timestamp,
	updated_at: timestamp,
	revision: z.number().int().min(1),
	permissions: z.strictObject({ edit: z.boolean(), import: z.boolean() }),
};

/** An inventory source that the caller may use. */
export const inventorySource = z
	.strictObject(contractSource)
	.meta({ id: "InventorySource", description: "An inventory source that the caller may use." });
export type InventorySource = z.infer<typeof inventorySource>;

/** From where and when a source's data are pulled, and how it went; without secrets. */
export const inventoryPull = z
	.strictObject({
		url: z.string().describe("The address; of https without its query, which may be a signature."),
		has_query: z.boolean().describe("Whether the address has a query, which is not shown again."),
		mode: inventoryImportMode,
		every_hours: z.number().int().nullable().describe("Hours from one pull to the next; null: once a day."),
		daily_at: z.string().nullable().describe("Time of day of the pull; null: every few hours."),
		time_zone: z.string().nullable().describe("Of `daily_at`; null: UTC."),
		header_name: z.string().nullable().describe("Name of the header that is sent along; its value is not shown again."),
		access_key_id: z.string().nullable().describe("Access key for S3; its secret is not shown again."),
		running: z.boolean().describe("Whether it is being pulled now."),
		next_at: timestamp.describe("When it is pulled next; while it fails, when it is tried again."),
		last_pulled_at: timestamp.nullable().describe("When the file was last fetched, or found unchanged."),
		last_changed_at: timestamp.nullable().describe("When a fetched file last changed the data."),
		failures: count.describe("Failed attempts in a row."),
		problem: z.string().nullable().describe("Why the last attempt failed."),
		problem_at: timestamp.nullable().describe("Time of the last failed attempt; null since one succeeded."),
	})
	.meta({ id: "InventoryPull", description: "From where and when a source's data are pulled." });
export type InventoryPull = z.infer<typeof inventoryPull>;

/** Body of `PUT /api/inventory-sources/<slug>/pull`. */
export const setInventoryPullBody = z
	.strictObject({
		url: z
			.string()
			.min(1)
			.max(2_000)
			.describe(
				"`https://…`, or `s3://bucket/key`, for S3 with `?region=` or `?endpoint=`. The address as it is shown keeps its query; a bare `?` at its end removes it.",
			),
		mode: inventoryImportMode.default("replace"),
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
	})
	.refine(({ every_hours, daily_at }) => (every_hours === null) !== (daily_at === null), {
		path: ["every_hours"],
		message: "must be given, or daily_at, and not both",
	});
export type SetInventoryPull = z.infer<typeof setInventoryPullBody>;

/** An inventory source with its versions and the designs that use it. */
export const inventorySourceDetail = z
	.strictObject({
		...contractSource,
		imports: z.array(inventoryImportDetail).describe("The newest 50 versions, newest first."),
		import_count: count,
		parts: z.array(inventoryPart).describe("The files of the current version, the newest first."),
		pull: inventoryPull.nullable().describe("Null where nothing is pulled, and for callers other than operators."),
		designs: z
			.array(
				z.strictObject({
					id: guid,
					name: z.string(),
					status: designStatus,
					owner_name: z.string(),
					owner_person: personRef.nullable(),
				}),
			)
			.describe("Designs that use it and that the caller sees: the 50 with the latest changes."),
		design_count: count.describe("Number of all these designs."),
	})
	.meta({
		id: "InventorySourceDetail",
		description: "An inventory source with its versions and the designs that use it.",
	});
export type InventorySourceDetail = z.infer<typeof inventorySourceDetail>;

/** A segment of an inventory source's current data. */
export const inventorySegment = z
	.strictObject({
		segment: z.string(),
		device_count: count
			.nullable()
			.describe(
				"Number of distinct devices in the segment; null: fewer than the least reach of the caller's organization.",
			),
		visit_count: count.nullable().describe("Number of visits; null as `device_count`."),
		newest_seen_at: timestamp,
	})
	.meta({ id: "InventorySegment", description: "A segment of an inventory source's current data." });
export type InventorySegment = z.infer<typeof inventorySegment>;

const slug = z
	.string()
	.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be 1 to 63 lower-case letters, digits and hyphens, the first no hyphen");
const keepDays = z.number().int().min(1).max(3650).nullable().describe("Days of visits to keep; null: all.");
const organizations = z.array(slug).max(10_000).describe("Slugs of the organizations that may use it; none: all may.");

/** Body of `POST /api/inventory-sources`. */
export const createInventorySourceBody = z.strictObject({
	slug,
	name: nameWithin(1, 200),
	organizations: organizations.default([]),
	keep_days: keepDays.default(null),
});
export type CreateInventorySource = z.input<typeof createInventorySourceBody>;

/** Body of `PATCH /api/inventory-sources/<slug>`; absent fields stay as they are. */
export const editInventorySourceBody = z
	.strictObject({
		name: nameWithin(1, 200).optional(),
		organizations: organizations.optional(),
		keep_days: keepDays.optional(),
	})
	.refine((fields) => Object.values(fields).some((value) => value !== undefined), "names no field to change");
export type EditInventorySource = z.infer<typeof editInventorySourceBody>;

/** Parameters of `GET /api/inventory-sources`, sorted by slug and name. */
export const listInventorySourcesParameters = z.strictObject({
	...paging,
	q: searchQuery.describe("Every word somewhere in the slug or the name, case- and accent-insensitive.").optional(),
});
export type ListInventorySources = z.infer<typeof listInventorySourcesParameters>;

/** Parameters of `GET /api/inventory-sources/<slug>/segments`, sorted by number of devices. */
export const listSegmentsParameters = z.strictObject({
	...paging,
	q: searchQuery.describe("Every word as the prefix of a word of the segment.").optional(),
});
export type ListSegments = z.infer<typeof listSegmentsParameters>;
