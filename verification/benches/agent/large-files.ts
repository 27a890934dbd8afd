import { join } from "node:path";
import type { FileJob } from "@/lib/agent/file-job";
import { writeAudienceSet } from "@/lib/formats/write-audience";
import { writeProximityFilter } from "@/lib/formats/write-proximity";
import { below, metaOf, random } from "@/verification/benches/random";

const SETS = 20;
const META = metaOf(SETS);

/** A large file of each type on disk, as the jobs that read them. */
export interface LargeFiles {
	readonly circles: FileJob<"proximity" | "audience">;
	readonly devices: FileJob<"proximity" | "audience">;
	/** 16 bytes of each device. */
	readonly ids: Uint8Array;
}

export async function writeLargeFiles(directory: string, circles: number, devices: number): Promise<LargeFiles> {
	const [circlesPath, devicesPath] = [join(directory, "circles.tgt"), join(directory, "devices.tgt")];
	const filter = await writeProximityFilter(circlesPath, META, circlesIn(circles));
	const words = new Uint32Array(devices * 4);
	for (let at = 0; at < words.length; at++) words[at] = random() * 2 ** 32;
	const ids = new Uint8Array(words.buffer);
	const combinations = Array.from({ length: SETS }, (_, set) => [set]);
	const combination = new Uint32Array(devices);
	for (let at = 0; at < devices; at++) combination[at] = at % SETS;
	const set = await writeAudienceSet(devicesPath, META, { devices: [{ ids, combination }], combinations });
	return {
		circles: { task: "read", path: circlesPath, kind: "proximity", size: filter.size, sha256: filter.sha256 },
		devices: { task: "read", path: devicesPath, kind: "audience", size: set.size, sha256: set.sha256 },
		ids,
	};
}

/** A place where the circles are. */
export const nearPlace = () => placeOf(below(300), random());

/** Circles of 100 to 2,000 m in 300 places, dozens of them overlapping. */
function* circlesIn(count: number) {
	for (let i = 0; i < count; i++)
		yield { set: i % SETS, circle: { ...placeOf(i % 300, (i * 0.618_034) % 1), radius: 100 + (i % 1900) } };
}

function placeOf(place: number, at: number) {
	const latitude = -60 + (place % 40) * 3 + at / 2;
	const longitude = -170 + Math.floor(place / 40) * 40 + ((at * 977) % 1) / 2;
	return { latitude, longitude };
}
