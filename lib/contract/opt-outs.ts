import { z } from "zod";
import { field } from "./field";
import { personRef } from "./person-ref";
import { count, digest, text, timestamp } from "./primitives";
import { described } from "./written-as";

const revision = count.describe("Raised by every change of the ids; 0 before the first one.");
const idCount = count.describe("Device ids on the list.");

const refusedRows = {
	refused_row_count: field.refused_row_count,
	refused: z
		.array(z.strictObject({ line: field.line, reason: field.refusal_reason }))
		.describe("The first 100 rows that are no device id, by line."),
};

/** The list of opt-outs, without its ids. */
export const optOuts = z
	.strictObject({
		revision: revision.meta({ examples: [3] }),
		id_count: idCount,
		size: count.meta(described("Bytes of the list in the memory of an agent.", 48_213)),
		changed_at: timestamp.nullable().describe("When the ids were changed last; null before the first change."),
		changed_by: text.nullable().describe("E-mail of the operator who changed them; null where unknown."),
		changed_by_person: personRef.nullable().describe("Who changed it, by name; null where unknown."),
		unconfirmed_since: timestamp
			.nullable()
			.describe(
				"When the service was restored from an archive: agents apply the list that they had before, too, until an operator confirms this one.",
			),
		agents: z
			.strictObject({
				online: count.describe("Agents that are online, of all targets."),
				current: count.describe("Online agents that apply this revision."),
			})
			.describe("The target's agents."),
		behind: z
			.array(
				z.strictObject({
					instance_id: field.instance_id,
					version: text.describe("Version of the API."),
					target_id: field.target_id,
					target_name: text.meta(
						described(
							"Name of the deployment target; null without one, or after its deletion.",
							"Partner DSP, Frankfurt",
						),
					),
					knows_opt_outs: z.boolean().describe("False for an agent of an earlier version, which applies no list."),
					error: text
						.nullable()
						.meta(
							described("Why the agent does not apply this revision; null while it loads it.", "not enough memory"),
						),
				}),
			)
			.describe("The first 50 of the online agents that do not apply this revision."),
	})
	.meta({ id: "OptOuts", description: "The list of device ids that must not be targeted. Its ids are never given." });
export type OptOuts = z.infer<typeof optOuts>;

/** The changes of the list by an upload. */
export const optOutChangeResult = z
	.strictObject({
		revision: revision.meta({ examples: [3] }),
		id_count: idCount,
		added: count.describe("Ids that were not on the list before."),
		removed: count.describe("Ids that are no longer on the list."),
		...refusedRows,
	})
	.meta({ id: "OptOutChange", description: "Changes of the list of opt-outs by an upload, in counts." });
export type OptOutChangeResult = z.infer<typeof optOutChangeResult>;

/** The proof that devices were erased. */
export const deviceErasure = z
	.strictObject({
		device_count: count.meta(described("Device ids of the file, each once.", 100_000)),
		opt_outs_added: count.describe("Ids that were not on the list of opt-outs before."),
		searched_source_count: count.describe("Inventory sources with data, all of which were searched."),
		sources: z
			.array(
				z.strictObject({
					slug: text.meta(described("Slug of the inventory source.", "acme-mobile")),
					erased_row_count: count.describe("Visits that were erased from its data."),
					rewritten_file_count: count.describe("Files of its data that were written again, or removed."),
				}),
			)
			.describe("Inventory sources that had visits of the devices."),
		at: timestamp.describe("When it was done."),
		digest: digest.describe("SHA-256 of the fields above as JSON, in this order; the audit has it too."),
		...refusedRows,
	})
	.meta({ id: "DeviceErasure", description: "The proof that devices were erased: counts, and no id." });
export type DeviceErasure = z.infer<typeof deviceErasure>;
