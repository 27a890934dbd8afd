import { MAX_COMBINATION_BITS, MAX_COMBINATION_BITS_IN_8_BYTES } from "@/lib/formats/device-slots";
import { type AudienceMeta, MetaFields, readBuildMeta } from "@/lib/formats/meta";

/**
 * Validates the parsed META of an audience set.
 *
 * @throws {TargetingFileError} naming the invalid field
 */
export function readAudienceMeta(value: unknown): AudienceMeta {
	const meta = new MetaFields(value, "META");
	const hash = meta.fields("hash");
	const slots = meta.fields("slots");
	const counts = meta.fields("counts");
	const bytes = slots.literal("bytes", 8, 12);
	const count = slots.integer("count", 1, 2 ** 32);
	return {
		kind: meta.literal("kind", "audience"),
		...readBuildMeta(meta),
		device_id_kind: meta.literal("device_id_kind", "uuid", "sha1", "sha256"),
		hash: {
			name: hash.literal("name", "murmur3_x86_128"),
			seed: hash.integer("seed", 0, 2 ** 32 - 1),
			normaliser: hash.literal("normaliser", 1),
		},
		slots: {
			count,
			bytes,
			combination_bits: slots.integer(
				"combination_bits",
				1,
				bytes === 8 ? MAX_COMBINATION_BITS_IN_8_BYTES : MAX_COMBINATION_BITS,
			),
			max_displacement: slots.integer("max_displacement", 0, count - 1),
		},
		false_match_probability: meta.number("false_match_probability"),
		counts: {
			devices: counts.integer("devices", 0, count),
			combinations: counts.integer("combinations", 0, 2 ** 31 - 1),
		},
	};
}
