import type { Audience } from "@/lib/contract/audience";
import type { AudienceEngine } from "./audience-engine";
import type { DuckDb } from "./duckdb";
import { findOptOuts } from "./find-opt-outs";
import { findListedDevices } from "./listed-devices";
import { type EvaluationSource, type Members, makeMembers } from "./members";

export interface TargetedMembers extends Members {
	/** Devices whose ids were hashed: where it is not known which ones of the sources are listed. */
	readonly hashedDevices: number;
}

/**
 * {@link makeMembers} without devices that have opted out.
 * @param optOutsPath the list; null for the empty one
 * @throws AudienceRefusedError
 */
export async function makeTargetedMembers(
	db: DuckDb,
	engine: AudienceEngine,
	sets: readonly Audience[],
	sources: readonly EvaluationSource[],
	{ optOutsPath, tempDirectory }: { readonly optOutsPath: string | null; readonly tempDirectory: string },
): Promise<TargetedMembers> {
	if (optOutsPath === null) return { ...(await makeMembers(db, engine, sets, sources)), hashedDevices: 0 };
	const slugs = new Set(sets.flatMap((set) => set.sources));
	const used = sources.filter(({ slug }) => slugs.has(slug));
	const listed = await findListedDevices(used, optOutsPath, tempDirectory);
	if (listed !== null)
		return { ...(await makeMembers(db, engine, sets, sources, { without: listed })), hashedDevices: 0 };
	const members = await makeMembers(db, engine, sets, sources);
	const [counted] = await db.rows("SELECT count(*) AS devices FROM members");
	await findOptOuts(db, "members", members.deviceIdKind, optOutsPath);
	await db.run("DELETE FROM members WHERE rowid IN (SELECT member FROM opted_out)");
	await db.run("DROP TABLE opted_out");
	return { ...members, hashedDevices: Number(counted?.devices) };
}
