import { openContainer } from "@/lib/formats/container";
import type { TargetingFile } from "@/lib/formats/open";

/**
 * Number of items per set: devices, or fences as indexed (one per side of the antimeridian, one per
 * polygon of a MultiPolygon).
 *
 * @param bytes the bytes over which the file was opened
 */
export function countItems(file: TargetingFile, bytes: Uint8Array): number[] {
	const container = openContainer(bytes, { verified: true });
	const counts = new Array<number>(file.meta.sets.length).fill(0);
	const count = (set: number) => {
		counts[set] = (counts[set] as number) + 1;
	};
	if (file.kind === "proximity") {
		for (const section of ["CSET", "PSET"]) for (const set of container.u32(section)) count(set);
		return counts;
	}
	const { bytes: slotBytes, combination_bits: bits } = file.meta.slots;
	const slots = container.u32("SLOT");
	const starts = container.u32("CMBS");
	const sets = container.u32("CMBX");
	const words = slotBytes / 4;
	const mask = 2 ** bits - 1;
	const devices = new Float64Array(starts.length - 1);
	for (let last = words - 1; last < slots.length; last += words) {
		const combination = (slots[last] as number) & mask;
		if (combination !== 0) devices[combination - 1] = (devices[combination - 1] as number) + 1;
	}
	for (const [combination, number] of devices.entries()) {
		for (let at = starts[combination] as number; at < (starts[combination + 1] as number); at++) {
			const set = sets[at] as number;
			counts[set] = (counts[set] as number) + number;
		}
	}
	return counts;
}
