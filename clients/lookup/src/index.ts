import { type AudienceSet, loadTargetingFile, openTargetingFile, type ProximityFilter } from "@/lib/formats/open";
import { type OptOutList, openOptOutList } from "@/lib/formats/opt-out-list";
import { readTargetingBytes } from "@/lib/formats/read-file";

/** A set of a targeting file. */
export interface TargetingSet {
	readonly setId: string;
	readonly setName: string;
	readonly targetingCode: string;
}

/** A place in degrees. */
export interface Place {
	readonly latitude: number;
	readonly longitude: number;
}

/** A file by its path, or its bytes, which must not change from then on. */
export type FileSource = string | Uint8Array;

/** Which sets of a file have a geofence at a place. Each thread opens its own. */
export interface PlaceLookup {
	readonly sets: readonly TargetingSet[];
	/** @throws RangeError for a latitude beyond 90 or a longitude beyond 180 degrees */
	match(latitude: number, longitude: number): TargetingSet[];
	/** Like `match` for each of the places, in their order, and faster than one by one. */
	matchAll(places: readonly Place[]): TargetingSet[][];
}

/** Which sets of a file contain a device. Each thread opens its own. */
export interface DeviceLookup {
	readonly sets: readonly TargetingSet[];
	/**
	 * None for a device on the list of opt-outs, and for a text that is no id of the file's kind.
	 * @param deviceId 32, 40 or 64 hexadecimal digits in any case, with hyphens or without
	 */
	match(deviceId: string): TargetingSet[];
	/** Like `match` for each of the ids, in their order, and faster than one by one. */
	matchAll(deviceIds: readonly string[]): TargetingSet[][];
}

/**
 * Opens a targeting file of geofences and verifies all of it.
 * @throws an error named TargetingFileError that says what is wrong with the file; a TypeError for a file of devices
 */
export async function openPlaces(file: FileSource): Promise<PlaceLookup> {
	const filter = await open(file);
	if (filter.kind !== "proximity") throw new TypeError("the file has devices: open it by openDevices");
	const sets = setsOf(filter);
	return {
		sets,
		match: (latitude, longitude) => filter.match(latitude, longitude).map((index) => sets[index] as TargetingSet),
		matchAll: (places) => split(filter.matchAll(places), sets),
	};
}

/**
 * Opens a targeting file of devices and verifies all of it.
 * @param optOuts the service's list of devices that must match nothing; null where it has none
 * @throws like `openPlaces`
 */
export async function openDevices(file: FileSource, optOuts: FileSource | null): Promise<DeviceLookup> {
	const audience = await open(file);
	if (audience.kind !== "audience") throw new TypeError("the file has geofences: open it by openPlaces");
	const list: OptOutList | null = optOuts === null ? null : openOptOutList(await bytesOf(optOuts));
	const sets = setsOf(audience);
	const allowed = (found: TargetingSet[], deviceId: string) => (found.length > 0 && list?.has(deviceId) ? [] : found);
	return {
		sets,
		match: (deviceId) => {
			const found = audience.match(deviceId).map((index) => sets[index] as TargetingSet);
			return allowed(found, deviceId);
		},
		matchAll: (deviceIds) =>
			split(audience.matchAll(deviceIds), sets).map((found, at) => allowed(found, deviceIds[at] as string)),
	};
}

const open = async (file: FileSource) => (typeof file === "string" ? loadTargetingFile(file) : openTargetingFile(file));
const bytesOf = async (file: FileSource) => (typeof file === "string" ? readTargetingBytes(file) : file);

const setsOf = ({ meta }: ProximityFilter | AudienceSet): readonly TargetingSet[] =>
	meta.sets.map(({ set_id, set_name, targeting_code }) =>
		Object.freeze({ setId: set_id, setName: set_name, targetingCode: targeting_code }),
	);

function split(
	{ sets: indexes, ends, count }: { sets: Uint32Array; ends: Uint32Array; count: number },
	sets: readonly TargetingSet[],
): TargetingSet[][] {
	const all: TargetingSet[][] = [];
	for (let i = 0, at = 0; i < count; i++) {
		const found: TargetingSet[] = [];
		for (const end = ends[i] as number; at < end; at++) found.push(sets[indexes[at] as number] as TargetingSet);
		all.push(found);
	}
	return all;
}
