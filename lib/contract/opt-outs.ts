import { z } from "zod";
import { guid, timestamp } from "./primitives";

const count = z.number().int().min(0);
const revision = z.number().int().min(0).describe("Raised by every change of the ids; 0 before the first one.");
const idCount = count.describe("Device ids on the list.");

/** The list of opt-outs, without its ids. */
export const optOuts = z
	.strictObject({
		revision,
		id_count: idCount,
		size: count.describe("Bytes of the list in the memory of an agent."),
		changed_at: timestamp.nullable().describe("When the ids were changed last; null before the first change."),
		changed_by: z.string().nullable().describe("E-mail of the operator who changed them; null where unknown."),
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
		refused_row_count: count,
		refused: z
			.array(z.strictObject({ line: z.number().int().min(1), reason: z.string() }))
			.describe("The first 100 rows that are no device id, by line."),
	})
	.meta({ id: "OptOutChange", description: "What an upload did to the list of opt-outs, in counts." });
export type OptOutChangeResult = z.infer<typeof optOutChangeResult>;
