import { join } from "node:path";
import { loadTargetingFile } from "@/lib/formats/open";
import { writeAudienceSet } from "@/lib/formats/write-audience";
import { median, print, printRate, printRatio, race } from "./race";
import { below, meta, random, SETS } from "./world";

const BATCH = 1000;
const LOOKUPS = 200_000;

/** Looks up device ids in an audience set and in a `Map` of the same ids. */
export async function benchIds(directory: string, deviceCount: number): Promise<void> {
	const ids = new Uint32Array(deviceCount * 4).map(() => random() * 2 ** 32);
	const combinations = Array.from({ length: 5000 }, () => [below(SETS), below(SETS)]);
	const combination = new Uint32Array(deviceCount).map(() => random() * combinations.length);
	const path = join(directory, "audience.tgt");
	const started = performance.now();
	const { size } = await writeAudienceSet(path, meta, {
		devices: [{ ids: new Uint8Array(ids.buffer), combination }],
		combinations,
	});
	const built = performance.now();
	const file = await loadTargetingFile(path);
	const loaded = performance.now();
	if (file.kind !== "audience") throw new Error("not an audience set");
	const hexOf = (device: number) => Buffer.from(ids.buffer, device * 16, 16).toString("hex");
	const texts = Array.from({ length: LOOKUPS }, (_, n) => {
		const hex = hexOf(below(deviceCount));
		return n % 2
			? hex
			: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 31)}0`;
	});
	print(`${deviceCount} devices, ${combinations.length} combinations, about half of ${texts.length} lookups known`);
	print(
		`  file: ${size} bytes, ${(size / deviceCount).toFixed(1)} per device; written in ${(built - started).toFixed(0)} ms, loaded in ${(loaded - built).toFixed(0)} ms`,
	);

	const map = new Map<string, number>();
	for (let device = 0; device < deviceCount; device++) map.set(hexOf(device), combination[device] as number);
	const sizes = combinations.map((sets) => new Set(sets).size);
	const batches = Array.from({ length: LOOKUPS / BATCH }, (_, i) => texts.slice(i * BATCH, (i + 1) * BATCH));
	const times = race({
		single: () => {
			let matches = 0;
			for (const text of texts) matches += file.match(text).length;
			return matches;
		},
		batch: () => {
			let matches = 0;
			for (const batch of batches) matches += file.matchAll(batch).end;
			return matches;
		},
		map: () => {
			let matches = 0;
			for (const text of texts) matches += sizes[map.get(text.replaceAll("-", "")) ?? -1] ?? 0;
			return matches;
		},
	});
	printRate("audience set", LOOKUPS, median(times.single));
	printRate(`audience set, batches of ${BATCH}`, LOOKUPS, median(times.batch));
	printRate("Map of texts", LOOKUPS, median(times.map));
	printRatio("batches : single", times.batch, times.single);
}
