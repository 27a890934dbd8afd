import type { Audience } from "@/lib/contract/audience";
import type { DeviceId } from "@/lib/formats/device-id";
import type { DeviceIdKind } from "@/lib/formats/meta";
import type { AudienceEngine } from "./audience-engine";
import type { DuckDb } from "./duckdb";
import { groupQuery, type SourceTable, setWords } from "./evaluation-sql";

const KIND_NAMES: Record<DeviceIdKind, string> = { uuid: "UUID", sha1: "SHA-1", sha256: "SHA-256" };

/** An imported source: distinct rows `device_id, segment, seen_at` in Parquet files that share none. */
export interface EvaluationSource {
	slug: string;
	/** As the engine reads them: paths on this machine, or keys in the file store. */
	parquetPaths: readonly string[];
}

/** Audiences that cannot be evaluated; the message is for their designer. */
export class AudienceRefusedError extends Error {
	override name = "AudienceRefusedError";
}

/** The table `members`: a row per device in any set, with a bit per set in the columns `words`. */
export interface Members {
	readonly deviceIdKind: DeviceIdKind;
	readonly words: readonly string[];
}

/** The restrictions of an evaluation. */
export interface MembersWanted {
	/** This device alone; windows still end at the source's newest visit. */
	readonly device?: DeviceId;
	/** A relation of the `device_id` that are left out. */
	readonly without?: string;
}

/**
 * Evaluates audiences into a table `members`, in one pass per group over the same sources.
 * @param engine reads the sources; its results go into `db`
 * @throws AudienceRefusedError for a missing source, or sources with different kinds of device ids
 */
export async function makeMembers(
	db: DuckDb,
	engine: AudienceEngine,
	sets: readonly Audience[],
	sources: readonly EvaluationSource[],
	{ device, without }: MembersWanted = {},
): Promise<Members> {
	const known = new Map<string, SourceTable & { kind: DeviceIdKind }>();
	for (const source of sources) known.set(source.slug, await openSource(engine, source, device));
	const deviceIdKind = commonKind(sets, known);
	const groups = groupBySources(sets);
	for (const [number, group] of groups.entries()) {
		const tables = group.sources.map((slug) => known.get(slug) as SourceTable);
		const query = groupQuery({ sources: tables, sets: group.sets, setCount: sets.length }, engine.dialect);
		await engine.evaluate(`members_${number}`, query);
	}
	const words = setWords(sets.length);
	await db.run(`CREATE TEMP TABLE members AS ${mergeSql(groups.length, words, without)}`);
	for (const number of groups.keys()) await db.run(`DROP TABLE members_${number}`);
	return { deviceIdKind, words };
}

async function openSource(
	engine: AudienceEngine,
	{ slug, parquetPaths }: EvaluationSource,
	device: DeviceId | undefined,
): Promise<SourceTable & { kind: DeviceIdKind }> {
	const relation = engine.relation(parquetPaths);
	const { kind, newestSeenAt } = await engine.describe(relation);
	if (kind === undefined) throw new Error(`the data of source ${slug} have device ids of an unknown type`);
	if (device === undefined) return { relation, newestSeenAt, kind };
	const isDevice = device.kind === kind ? engine.dialect.isDevice(device) : "FALSE";
	return { relation: `(SELECT * FROM ${relation} WHERE ${isDevice})`, newestSeenAt, kind };
}

function commonKind(sets: readonly Audience[], known: ReadonlyMap<string, { kind: DeviceIdKind }>): DeviceIdKind {
	const kinds = new Map<DeviceIdKind, string>();
	for (const slug of sets.flatMap((set) => set.sources)) {
		const source = known.get(slug);
		if (source === undefined) throw new AudienceRefusedError(`there is no inventory source ${slug} with data`);
		if (!kinds.has(source.kind)) kinds.set(source.kind, slug);
	}
	if (kinds.size > 1) {
		const [first, second] = [...kinds].map(([kind, slug]) => ({ slug, name: KIND_NAMES[kind] }));
		throw new AudienceRefusedError(
			`the inventory sources ${first?.slug} and ${second?.slug} have different device ids (${first?.name} and ${second?.name}), and a file can have one kind only`,
		);
	}
	return kinds.keys().next().value ?? "uuid";
}

interface Group {
	sources: string[];
	sets: { index: number; where: Audience["where"] }[];
}

/** Groups sets by their sources, in any order. */
function groupBySources(sets: readonly Audience[]): Group[] {
	const groups = new Map<string, Group>();
	for (const [index, { sources, where }] of sets.entries()) {
		const distinct = [...new Set(sources)].sort();
		const group = groups.get(distinct.join(",")) ?? { sources: distinct, sets: [] };
		group.sets.push({ index, where });
		groups.set(distinct.join(","), group);
	}
	return [...groups.values()];
}

function mergeSql(groupCount: number, words: readonly string[], without: string | undefined): string {
	const left = without === undefined ? "" : `ANTI JOIN ${without} AS listed USING (device_id)`;
	if (groupCount === 1) return `SELECT * FROM members_0 ${left}`;
	const branches = Array.from({ length: groupCount }, (_, number) => `SELECT * FROM members_${number}`);
	const merged = words.map((word) => `bit_or(${word}) AS ${word}`);
	return `SELECT device_id, ${merged.join(", ")} FROM (${branches.join(" UNION ALL ")}) AS all_groups ${left} GROUP BY device_id`;
}
