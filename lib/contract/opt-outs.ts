import { z } from "zod";
import { personRef } from "./person-ref";
import { digest, guid, timestamp } from "./primitives";

const count = z.number().int().min(0);
const revision = z.number().int().min(0).describe("Raised by every change of the ids; 0 before the first one.");
const idCount = count.describe("Device ids on the list.");

const refusedRows = {
	refused_row_count: count,
	refused: z
		.array(z.strictObject({ line: z.number().int().min(1), reason: z.string() }))
		.describe("The first 100 rows that are no device id, by line."),
};

/** The list of opt-outs, without its ids. */
export const optOuts = z
	.strictObject({
		revision,
		id_count: idCount,
		size: count.describe("Bytes of the list in the memory of an agent."),
		changed_at: timestamp.nullable().describe("When the ids were changed last; null before the first change."),
		changed_by: z.string().nullable().describe("E-mail of the operator who changed them; null where unknown."),
		changed_by_person: personRef.nullable(),
		unconfirmed_since: timestamp
			.nullable()
			.describe(
				"When the service was restored from an archive: agents apply the list that they had before, too, until an operator confirms this one.",
			),
		agents: z.strictObject({
			online: count.describe("Agents that are online, of all targets."),
			current: count.describe("Online agents that apply this revision."),
		}),
		behind: z
			.array(
				z.strictObject({
					instance_id: z.string(),
					version: z.string(),
					target_id: guid,
					target_name: z.string(),
					knows_opt_outs: z.boolean().describe("False for an agent of an earlier version, which applies no list."),
					error: z.string().nullable().describe("Why the agent does not apply this revision; null while it loads it."),
				}),
			)
			.describe("The first 50 of the online agents that do not apply this revision."),
	})
	.meta({ id: "OptOuts", description: "The list of device ids that must not be targeted. Its ids are never given." });
export type OptOuts = z.infer<typeof optOuts>;

/** What an upload did to the list. */
export const optOutChangeResult = z
	.strictObject({
		revision,
		id_count: idCount,
		added: count.describe("Ids that were not on the list before."),
		removed: count.describe("Ids that are no longer on the list."),
		...refusedRows,
	})
	.meta({ id: "OptOutChange", description: "What an upload did to the list of opt-outs, in counts." });
export type OptOutChangeResult = z.infer<typeof optOutChangeResult>;

/** The proof that devices were erased. */
export const deviceErasure = z
	.strictObject({
		device_count: count.describe("Device ids of the file, each once."),
		opt_outs_added: count.describe("Ids that were not on the list of opt-outs before."),
		searched_source_count: count.describe("Inventory sources with data, all of which were searched."),
		sources: z
			.array(
				z.strictObject({
					slug: z.string().describe("Slug of the inventory source."),
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
