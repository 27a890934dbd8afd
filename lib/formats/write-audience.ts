import { type DeviceBlock, type DeviceChunk, DeviceCollector, formatDeviceId } from "@/lib/formats/device-collector";
import { DeviceSlots, falseMatchProbability, MAX_COMBINATION_BITS, slotShape } from "@/lib/formats/device-slots";
import { TargetingInputError } from "@/lib/formats/errors";
import {
	type AudienceMeta,
	DEVICE_ID_BYTES,
	type DeviceIdKind,
	encodeMeta,
	orderBuildMeta,
	type TargetingBuildMeta,
} from "@/lib/formats/meta";
import { type WrittenFile, writeContainer } from "@/lib/formats/write-container";

/** The devices of a build and the combinations of sets that they refer to. */
export interface AudienceInput {
	/** default `uuid` */
	deviceIdKind?: DeviceIdKind;
	/** Every device once. Chunks are copied, so their arrays can be reused. */
	devices: AsyncIterable<DeviceChunk> | Iterable<DeviceChunk>;
	/** Indexes into the meta's sets; a function is called after the last device. */
	combinations: readonly (readonly number[])[] | (() => readonly (readonly number[])[]);
}

const FIRST_SEED = 1;
const MAX_SEEDS = 16;

/**
 * Writes an audience set to `path` (formats.md, "Audience"): a table of slots and the combinations
 * of sets that they refer to. Devices with an empty combination are left out. The same input gives
 * the same bytes.
 *
 * @throws {TargetingInputError} for a duplicate device or a dangling reference
 */
export async function writeAudienceSet(
	path: string,
	meta: TargetingBuildMeta & { kind?: "audience" },
	input: AudienceInput,
): Promise<WrittenFile & { counts: AudienceMeta["counts"] }> {
	const kind = input.deviceIdKind ?? "uuid";
	const collector = new DeviceCollector(kind);
	for await (const chunk of input.devices) collector.add(chunk);
	const combinations = typeof input.combinations === "function" ? input.combinations() : input.combinations;
	const table = combinationTable(combinations, meta.sets.length);
	const devices = countDevices(collector.blocks, table.starts);
	const shape = slotShape(devices, combinations.length);
	if (shape.combinationBits > MAX_COMBINATION_BITS) throw new TargetingInputError("there are too many combinations");
	const { slots, seed, maxDisplacement } = fillSlots(collector.blocks, kind, table.starts, shape);
	const counts = { devices, combinations: combinations.length };
	const fullMeta: AudienceMeta = {
		kind: "audience",
		...orderBuildMeta(meta),
		device_id_kind: kind,
		hash: { name: "murmur3_x86_128", seed, normaliser: 1 },
		slots: {
			count: shape.count,
			bytes: shape.words === 2 ? 8 : 12,
			combination_bits: shape.combinationBits,
			max_displacement: maxDisplacement,
		},
		false_match_probability: falseMatchProbability(shape, devices),
		counts,
	};
	const written = await writeContainer(path, "audience", [
		{ name: "META", type: "json", parts: [encodeMeta(fullMeta)] },
		{ name: "SLOT", type: "u32", parts: [slots] },
		{ name: "CMBS", type: "u32", parts: [table.starts] },
		{ name: "CMBX", type: "u32", parts: [table.sets] },
	]);
	return { ...written, counts };
}

/** All combinations in one array, each ascending and distinct, and the start of each. */
function combinationTable(combinations: readonly (readonly number[])[], setCount: number) {
	const starts = new Uint32Array(combinations.length + 1);
	const ascending = combinations.map((combination, index) => {
		const sets = Uint32Array.from(new Set(combination)).sort();
		if (combination.some((set) => !Number.isInteger(set) || set < 0 || set >= setCount)) {
			throw new TargetingInputError(`combination ${index} refers to a set that does not exist`);
		}
		starts[index + 1] = (starts[index] as number) + sets.length;
		return sets;
	});
	const sets = new Uint32Array(starts[combinations.length] as number);
	for (const [index, combination] of ascending.entries()) sets.set(combination, starts[index] as number);
	return { starts, sets };
}

function countDevices(blocks: readonly DeviceBlock[], starts: Uint32Array): number {
	let count = 0;
	for (const { combination, length } of blocks) {
		for (let i = 0; i < length; i++) {
			const index = combination[i] as number;
			if (index >= starts.length - 1) {
				throw new TargetingInputError(`a device refers to combination ${index}; there are ${starts.length - 1}`);
			}
			if (starts[index] !== starts[index + 1]) count++;
		}
	}
	return count;
}

type Fill = { slots: Uint32Array; seed: number; maxDisplacement: number };

function fillSlots(
	blocks: readonly DeviceBlock[],
	kind: DeviceIdKind,
	starts: Uint32Array,
	shape: ReturnType<typeof slotShape>,
): Fill {
	const idBytes = DEVICE_ID_BYTES[kind];
	const wordsPerId = idBytes / 4;
	nextSeed: for (let seed = FIRST_SEED; seed < FIRST_SEED + MAX_SEEDS; seed++) {
		const slots = new Uint32Array(shape.count * shape.words);
		const table = new DeviceSlots(slots, shape, idBytes, seed, shape.count);
		let maxDisplacement = 0;
		for (const { words, combination, length } of blocks) {
			for (let i = 0; i < length; i++) {
				const index = combination[i] as number;
				if (starts[index] === starts[index + 1]) continue;
				const displacement = table.insert(words, i * wordsPerId, index);
				if (displacement < 0) {
					refuseRepeated(blocks, words.subarray(i * wordsPerId, (i + 1) * wordsPerId), starts);
					continue nextSeed;
				}
				maxDisplacement = Math.max(maxDisplacement, displacement);
			}
		}
		return { slots, seed, maxDisplacement };
	}
	throw new TargetingInputError("no seed avoids fingerprint collisions; device ids must be random");
}

/** Throws for a duplicate device; another seed resolves mere fingerprint collisions. */
function refuseRepeated(blocks: readonly DeviceBlock[], id: Uint32Array, starts: Uint32Array): void {
	let occurrences = 0;
	for (const { words, combination, length } of blocks) {
		for (let i = 0; i < length; i++) {
			const index = combination[i] as number;
			if (starts[index] === starts[index + 1]) continue;
			if (id.every((word, at) => words[i * id.length + at] === word)) occurrences++;
		}
	}
	if (occurrences > 1) throw new TargetingInputError(`the device ${formatDeviceId(id)} occurs ${occurrences} times`);
}
