import { z } from "zod";
import { designStatus } from "./design";
import { field } from "./field";
import { nameWithin, paging, searchQuery } from "./parameters";
import { personRef } from "./person-ref";
import { count, integer, positive, text, timestamp } from "./primitives";
import { isScheduled, pullFields, SCHEDULE_PROBLEM, setPullFields } from "./pull";
import { DESIGN_STATUS } from "./status-terms";
import { described } from "./written-as";

/** How an upload changes a source's data. */
export const inventoryImportMode = z
	.enum(["replace", "append"])
	.describe("`replace`: in place of all data; `append`: beside them.");
export type InventoryImportMode = z.infer<typeof inventoryImportMode>;

/** The counts of an import. */
const contractImport = {
	id: field.id,
	mode: z
		.enum([...inventoryImportMode.options, "expire", "erase"])
		.describe(
			"What made it: a replacement, an append, the removal of rows that the source no longer keeps, or of erased devices.",
		),
	row_count: count.describe("Number of distinct rows."),
	added_row_count: count.describe("Rows that the version before it had not; of a replacement all."),
	expired_row_count: count.describe("Rows left out or removed because they are older than `keep_days`."),
	device_count: field.device_count,
	segment_count: count.meta(described("Number of segments.", 12)),
	refused_row_count: field.refused_row_count,
	size: count.meta(described("Stored size in bytes.", 48_213)),
	device_id_kind: z.enum(["uuid", "sha1", "sha256"]).describe("Kind of its device ids."),
	newest_seen_at: timestamp.nullable().describe("`within_days` counts back from here; null without rows."),
	processed_at: timestamp.describe("The `audience_index_version` of builds that use it."),
	imported_by: text.nullable().describe("E-mail of the operator; null where unknown."),
	imported_by_person: personRef.nullable().describe("The importer by name; null where unknown."),
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
		id: field.id,
		first_seen_at: timestamp.nullable().describe("Its earliest visit; null where it is not known."),
		last_seen_at: timestamp.nullable().describe("Time of the last report."),
		row_count: count.describe("Number of its rows."),
		size: count.meta(described("Stored size in bytes.", 48_213)),
		added_at: timestamp.describe("Time at which it was uploaded."),
	})
	.meta({ id: "InventoryPart", description: "A file of visits that is part of the current version." });
export type InventoryPart = z.infer<typeof inventoryPart>;

/** A refused row of an upload, with the reason. */
export const refusedInventoryRow = z
	.strictObject({
		line: positive.meta(
			described("Line of a CSV file, counting the header as 1, or row of a Parquet file, from 1.", 17),
		),
		reason: text.meta(described("Reason for the refusal.", "seen_at is no time")),
	})
	.meta({ id: "RefusedInventoryRow", description: "A refused row of an upload, with the reason." });

const contractImportDetail = {
	...contractImport,
	source: text.meta(described("Slug of the inventory source.", "acme-mobile")),
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
	id: field.id,
	slug: field.slug_of_source,
	name: field.name_of_source,
	open: z.boolean().describe("Whether every organization may use it."),
	organizations: z
		.array(z.strictObject({ id: field.id, slug: field.slug_of_source, name: field.name_of_organization }))
		.describe("Organizations that may use a restricted source; callers other than operators see their own alone."),
	keep_days: integer
		.nullable()
		.describe("Visits of these last days (UTC), today included, are kept; null: all of them."),
	current_import: inventoryImport.nullable().describe("The data that builds use; null before the first import."),
	created_at: field.created_at,
	updated_at: field.updated_at,
	revision: field.revision,
	permissions: z
		.strictObject({ edit: field.edit, import: z.boolean().describe("Replace its data.") })
		.describe("The caller's permissions."),
};

/** An inventory source that the caller may use. */
export const inventorySource = z
	.strictObject(contractSource)
	.meta({ id: "InventorySource", description: "An inventory source that the caller may use." });
export type InventorySource = z.infer<typeof inventorySource>;

/** From where and when a source's data are pulled, and how it went; without secrets. */
export const inventoryPull = z
	.strictObject({ ...pullFields, mode: inventoryImportMode })
	.meta({ id: "InventoryPull", description: "From where and when a source's data are pulled." });
export type InventoryPull = z.infer<typeof inventoryPull>;

/** Body of `PUT /api/inventory-sources/<slug>/pull`. */
export const setInventoryPullBody = z
	.strictObject({ ...setPullFields, mode: inventoryImportMode.default("replace") })
	.refine(isScheduled, SCHEDULE_PROBLEM);
export type SetInventoryPull = z.infer<typeof setInventoryPullBody>;

/** An inventory source with its versions and the designs that use it. */
export const inventorySourceDetail = z
	.strictObject({
		...contractSource,
		imports: z.array(inventoryImportDetail).describe("The newest 50 versions, newest first."),
		import_count: count.meta(described("Number of versions.", 3)),
		parts: z.array(inventoryPart).describe("The files of the current version, the newest first."),
		pull: inventoryPull.nullable().describe("Null where nothing is pulled, and for callers other than operators."),
		designs: z
			.array(
				z.strictObject({
					id: field.id,
					name: field.name_of_source,
					status: designStatus.describe(DESIGN_STATUS),
					owner_name: text.meta(described("E-mail of the owner.", "designer@acme.example")),
					owner_person: field.owner_person,
				}),
			)
			.describe("Designs that use it and that the caller sees: the 50 with the latest changes."),
		design_count: count.meta(described("Number of all these designs.", 4)),
	})
	.meta({
		id: "InventorySourceDetail",
		description: "An inventory source with its versions and the designs that use it.",
	});
export type InventorySourceDetail = z.infer<typeof inventorySourceDetail>;

/** A segment of an inventory source's current data. */
export const inventorySegment = z
	.strictObject({
		segment: text.meta(described("Name of a segment of the inventory source.", "coffee-drinkers")),
		device_count: count
			.nullable()
			.meta(
				described(
					"Number of distinct devices in the segment; null: fewer than the least reach of the caller's organization.",
					100_000,
				),
			),
		visit_count: count.nullable().meta(described("Number of visits; null as `device_count`.", 240_000)),
		newest_seen_at: timestamp.describe("Newest `seen_at`."),
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
	slug: slug.meta(described("Short name for URLs and parameters: lower-case letters, digits and hyphens.", "acme")),
	name: nameWithin(1, 200).meta(described("Display name.", "Coffee shops Berlin")),
	organizations: organizations.default([]),
	keep_days: keepDays.default(null),
});
export type CreateInventorySource = z.input<typeof createInventorySourceBody>;

/** Body of `PATCH /api/inventory-sources/<slug>`; absent fields stay as they are. */
export const editInventorySourceBody = z
	.strictObject({
		name: nameWithin(1, 200).optional().meta(described("Display name.", "Coffee shops Berlin")),
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
