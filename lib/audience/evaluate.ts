import type { Audience } from "@/lib/contract/audience";
import { WORD_BITS } from "./compile-expression";
import { type DeviceChunk, readDeviceChunks } from "./device-chunks";
import { type DuckDb, type DuckDbOptions, literal, withDuckDb } from "./duckdb";
import { groupStatements, type SourceTable, setWords } from "./evaluation-sql";

export type DeviceIdKind = "uuid" | "sha1";

/** A source as an import has left it: distinct rows `device_id, segment, seen_at` in Parquet. */
export interface EvaluationSource {
	slug: string;
	parquetPath: string;
}

/** Audiences that cannot be evaluated as they stand; the message is for their designer. */
export class AudienceRefusedError extends Error {
	override name = "AudienceRefusedError";
}

/** The devices of a design's sets. */
export interface Evaluation {
	deviceIdKind: DeviceIdKind;
	/** devices of each set */
	reach: number[];
	/** The combinations of sets that occur, each as ascending indexes of sets; never empty ones. */
	combinations: number[][];
	/** devices in any set */
	deviceCount: number;
	/** Every device that is in any set, once, ordered by its id; to be read once. */
	devices: AsyncIterable<DeviceChunk>;
}

/**
 * Evaluates the audiences of all sets of a design in one pass for each group of sets over the same sources (design.md
 * section 7). The result lives as long as `use` runs. An unknown segment is one that no device was seen in.
 * @throws AudienceRefusedError for a source that is not given, or sources whose device ids are of different kinds
 */
export async function evaluateAudiences<T>(
	sets: readonly Audience[],
	sources: readonly EvaluationSource[],
	options: DuckDbOptions,
	use: (evaluation: Evaluation) => Promise<T>,
): Promise<T> {
	return withDuckDb(options, async (db) => {
		const known = new Map<string, SourceTable & { kind: DeviceIdKind }>();
		for (const source of sources) known.set(source.slug, await openSource(db, source));
		const kind = commonKind(sets, known);
		const groups = groupBySources(sets);
		for (const [number, group] of groups.entries()) {
			const tables = group.sources.map((slug) => known.get(slug) as SourceTable);
			for (const sql of groupStatements(`members_${number}`, tables, group.sets, sets.length)) await db.run(sql);
		}
		const words = setWords(sets.length);
		await db.run(`CREATE TEMP TABLE members AS ${mergeSql(groups.length, words)}`);
		for (const number of groups.keys()) await db.run(`DROP TABLE members_${number}`);
		await db.run(`CREATE TEMP TABLE combinations AS
			SELECT ${words.join(", ")}, (row_number() OVER (ORDER BY ${words.join(", ")}) - 1)::UINTEGER AS combination,
				count(*) AS devices FROM members GROUP BY ${words.join(", ")}`);
		const counted = await readCombinations(db, words, sets.length);
		// In order of the ids, so that the same input gives the same file.
		const result = await db.connection.stream(`SELECT device_id, combination FROM members
			JOIN combinations USING (${words.join(", ")}) ORDER BY device_id`);
		return use({ deviceIdKind: kind, ...counted, devices: readDeviceChunks(result) });
	});
}

async function openSource(
	db: DuckDb,
	{ slug, parquetPath }: EvaluationSource,
): Promise<SourceTable & { kind: DeviceIdKind }> {
	const relation = `read_parquet(${literal(parquetPath)})`;
	const columns = await db.rows(`DESCRIBE SELECT device_id, segment, seen_at FROM ${relation}`);
	const type = String(columns[0]?.column_type);
	if (type !== "UUID" && type !== "BLOB") throw new Error(`the data of source ${slug} have device ids of type ${type}`);
	const [newest] = await db.rows(`SELECT epoch_us(max(seen_at)) AS newest FROM ${relation}`);
	return {
		relation,
		newestSeenAt: (newest?.newest ?? null) as bigint | null,
		kind: type === "UUID" ? "uuid" : "sha1",
	};
}

function commonKind(sets: readonly Audience[], known: ReadonlyMap<string, { kind: DeviceIdKind }>): DeviceIdKind {
	const kinds = new Map<DeviceIdKind, string>();
	for (const slug of sets.flatMap((set) => set.sources)) {
		const source = known.get(slug);
		if (source === undefined) throw new AudienceRefusedError(`there is no inventory source ${slug} with data`);
		if (!kinds.has(source.kind)) kinds.set(source.kind, slug);
	}
	if (kinds.size > 1) {
		throw new AudienceRefusedError(
			`the inventory sources ${kinds.get("uuid")} and ${kinds.get("sha1")} name devices differently (UUIDs and SHA-1), and one file holds one kind`,
		);
	}
	return kinds.keys().next().value ?? "uuid";
}

interface Group {
	sources: string[];
	sets: { index: number; where: Audience["where"] }[];
}

/** Sets over the same sources, whatever the order in which they name them. */
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

function mergeSql(groupCount: number, words: readonly string[]): string {
	if (groupCount === 1) return "SELECT * FROM members_0";
	const branches = Array.from({ length: groupCount }, (_, number) => `SELECT * FROM members_${number}`);
	const merged = words.map((word) => `bit_or(${word}) AS ${word}`);
	return `SELECT device_id, ${merged.join(", ")} FROM (${branches.join(" UNION ALL ")}) GROUP BY device_id`;
}

async function readCombinations(
	db: DuckDb,
	words: readonly string[],
	setCount: number,
): Promise<Pick<Evaluation, "reach" | "combinations" | "deviceCount">> {
	const reach = new Array<number>(setCount).fill(0);
	const combinations: number[][] = [];
	let deviceCount = 0;
	for (const row of await db.rows(`SELECT * FROM combinations ORDER BY combination`)) {
		const devices = Number(row.devices);
		const sets = words.flatMap((word, number) => bitsOf(row[word] as bigint).map((bit) => number * WORD_BITS + bit));
		for (const set of sets) reach[set] = (reach[set] as number) + devices;
		combinations.push(sets);
		deviceCount += devices;
	}
	return { reach, combinations, deviceCount };
}

/** The numbers of the bits that are set, ascending. */
function bitsOf(word: bigint): number[] {
	const bits: number[] = [];
	for (let rest = word, bit = 0; rest !== 0n; rest >>= 1n, bit += 1) {
		if ((rest & 1n) === 1n) bits.push(bit);
	}
	return bits;
}
