import { countMatch, type MatchCounter } from "@/lib/agent/count-match";
import type { Deployment } from "@/lib/agent/deployment";
import type { LoadedFile } from "@/lib/agent/file-job";
import type { OptOuts } from "@/lib/agent/opt-out-loader";
import type { AudienceSet } from "@/lib/formats/audience-set";
import type { Matches } from "@/lib/formats/matches";
import type { TargetingFile } from "@/lib/formats/open";
import type { Place, ProximityFilter } from "@/lib/formats/proximity-filter";

/** A loaded file with its deployment. */
export interface ServedFile extends LoadedFile {
	deployment: Deployment;
	/** Row of each set as JSON text, so that responses are concatenations. */
	rows: readonly string[];
	/** Of each thread that answers; raised by every lookup that the file matches. */
	matches: readonly MatchCounter[];
}

/** A file as one thread answers from it. */
export interface Served<F extends TargetingFile = TargetingFile> {
	file: F;
	rows: readonly string[];
	matches: MatchCounter;
}

/** The data of lookups: immutable, and replaced as a whole so that no request sees a mix. */
export interface Lookups {
	proximity: readonly Served<ProximityFilter>[];
	audience: readonly Served<AudienceSet>[];
	/** By lower-case set id: the audience files with that set, and its index there. */
	audienceSets: ReadonlyMap<string, readonly { served: Served<AudienceSet>; index: number }[]>;
	/** Devices that match nothing; null for none. */
	optOuts: OptOuts | null;
}

/** The served files, and lookups in them on the main thread. */
export interface Snapshot extends Lookups {
	files: readonly ServedFile[];
}

/** Memory of files: deployments of one file share it. */
export function bytesOf(files: readonly Pick<ServedFile, "file">[]): number {
	return [...new Set(files.map(({ file }) => file))].reduce((sum, { sharedBytes }) => sum + sharedBytes, 0);
}

/** Creates the snapshot of the given files, which keep their order in responses. */
export function createSnapshot(files: readonly ServedFile[], optOuts: OptOuts | null = null): Snapshot {
	const served = files.map(({ file, rows, matches }) => ({ file, rows, matches: matches[0] as MatchCounter }));
	return { ...createLookups(served, optOuts), files };
}

/** Creates the data of one thread's lookups. */
export function createLookups(files: readonly Served[], optOuts: OptOuts | null): Lookups {
	const proximity: Served<ProximityFilter>[] = [];
	const audience: Served<AudienceSet>[] = [];
	const audienceSets = new Map<string, { served: Served<AudienceSet>; index: number }[]>();
	for (const { file, rows, matches } of files) {
		if (file.kind === "proximity") {
			proximity.push({ file, rows, matches });
			continue;
		}
		const served = { file, rows, matches };
		audience.push(served);
		for (const [index, set] of file.meta.sets.entries()) {
			const id = set.set_id.toLowerCase();
			const known = audienceSets.get(id);
			if (known) known.push({ served, index });
			else audienceSets.set(id, [{ served, index }]);
		}
	}
	return { proximity, audience, audienceSets, optOuts };
}

/**
 * Rows of a file's sets in the shape of the original on-premises server (docs/contract.md,
 * Lookups), in ASCII: a text of single bytes is written to a socket as it is.
 */
export function answerRows(deployment: Deployment, file: TargetingFile): string[] {
	return file.meta.sets.map((set) =>
		asciiJson({
			designName: deployment.designName,
			designId: deployment.designId,
			targetingCode: set.targeting_code,
			deploymentId: deployment.deploymentId,
			setId: set.set_id,
		}),
	);
}

const asciiJson = (value: object) =>
	JSON.stringify(value).replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** JSON array of the sets whose geofences contain the point, in degrees; counts the match. */
export function answerProximity(snapshot: Lookups, latitude: number, longitude: number): string {
	let rows = "";
	for (const served of snapshot.proximity) rows = appendRows(rows, served, served.file.match(latitude, longitude));
	return `[${rows}]`;
}

/** Receives the sets of a file that an item is in, from `from` to `end`; at least one. */
export type TakeMatches = (item: number, served: Served, sets: ArrayLike<number>, from: number, end: number) => void;

/** Looks points up in waves, and passes what each is in, file after file. */
export function visitPoints(snapshot: Lookups, points: readonly Place[], take: TakeMatches): void {
	for (const served of snapshot.proximity) visitMatches(served, served.file.matchAll(points), points.length, take);
}

/** Like `visitPoints` for ids; a text that is no id has no set, and neither has a device that has opted out. */
export function visitDevices(snapshot: Lookups, deviceIds: readonly string[], take: TakeMatches): void {
	const hasOptedOut = new Map<number, boolean>();
	const takeAllowed: TakeMatches = (item, ...found) => {
		let optedOut = hasOptedOut.get(item);
		if (optedOut === undefined) {
			optedOut = snapshot.optOuts?.has(deviceIds[item] as string) ?? false;
			hasOptedOut.set(item, optedOut);
		}
		if (!optedOut) take(item, ...found);
	};
	const taking = snapshot.optOuts === null ? take : takeAllowed;
	for (const served of snapshot.audience)
		visitMatches(served, served.file.matchAll(deviceIds), deviceIds.length, taking);
}

function visitMatches(served: Served, { sets, ends }: Matches, items: number, take: TakeMatches): void {
	for (let item = 0, from = 0; item < items; item++) {
		const end = ends[item] as number;
		if (end > from) take(item, served, sets, from, end);
		from = end;
	}
}

/** Like `answerProximity` for each of the points, looked up in waves. */
export function answerPoints(snapshot: Lookups, points: readonly Place[]): string[] {
	return joinedRows(points.length, (take) => visitPoints(snapshot, points, take));
}

/** JSON array of the sets that contain the device, none if it has opted out; counts the match. */
export function answerAudience(snapshot: Lookups, deviceId: string): string {
	let rows = "";
	for (const served of snapshot.audience) {
		const found = served.file.match(deviceId);
		if (found.length === 0) continue;
		// The list is checked once, and only for a device with an answer: most have none.
		if (rows === "" && snapshot.optOuts?.has(deviceId)) return "[]";
		rows = appendRows(rows, served, found);
	}
	return `[${rows}]`;
}

/** Like `answerAudience` for each of the ids, looked up in waves; a text that is no id has no set. */
export function answerDevices(snapshot: Lookups, deviceIds: readonly string[]): string[] {
	return joinedRows(deviceIds.length, (take) => visitDevices(snapshot, deviceIds, take));
}

function joinedRows(items: number, visit: (take: TakeMatches) => void): string[] {
	const rows = new Array<string>(items).fill("");
	visit((item, served, sets, from, end) => {
		rows[item] = appendRows(rows[item] as string, served, sets, from, end);
	});
	return rows.map((row) => `[${row}]`);
}

/** Like `answerAudience` for one set; an unknown set contains no device. */
export function answerAudienceSet(snapshot: Lookups, setId: string, deviceId: string): string {
	let rows = "";
	for (const { served, index } of snapshot.audienceSets.get(setId.toLowerCase()) ?? []) {
		if (!served.file.match(deviceId).includes(index)) continue;
		if (rows === "" && snapshot.optOuts?.has(deviceId)) return "[]";
		rows = appendRows(rows, served, [index]);
	}
	return `[${rows}]`;
}

/** Counts a lookup once for each file, however many of its sets match. */
function appendRows(rows: string, served: Served, indexes: ArrayLike<number>, from = 0, end = indexes.length): string {
	if (from === end) return rows;
	countMatch(served.matches);
	let joined = rows;
	for (let i = from; i < end; i++) {
		const row = served.rows[indexes[i] as number];
		joined = joined === "" ? `${row}` : `${joined},${row}`;
	}
	return joined;
}
