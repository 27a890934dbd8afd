import { TargetingFileError } from "@/lib/formats/errors";
import { MetaFields } from "@/lib/formats/meta";
import { OPT_OUT_SALT_BYTES } from "@/lib/formats/opt-out-hash";

/** The most ids of a list. */
export const MOST_OPT_OUTS = 10_000_000;

/** META of a list of opt-outs, with everything that another reader needs to find a device. */
export interface OptOutMeta {
	kind: "opt-outs";
	/** `normaliser` 1: hexadecimal digits in any case, hyphens ignored, the all-zero id rejected */
	hash: { name: "sha256"; bits: 128; salt: string; normaliser: 1 };
	counts: { ids: number; buckets: number };
}

/** @throws {TargetingFileError} naming the field */
export function readOptOutMeta(value: unknown): OptOutMeta {
	const meta = new MetaFields(value, "META");
	const hash = meta.fields("hash");
	const counts = meta.fields("counts");
	const read: OptOutMeta = {
		kind: meta.literal("kind", "opt-outs"),
		hash: {
			name: hash.literal("name", "sha256"),
			bits: hash.literal("bits", 128),
			salt: hash.text("salt"),
			normaliser: hash.literal("normaliser", 1),
		},
		counts: { ids: counts.integer("ids", 0, MOST_OPT_OUTS), buckets: counts.integer("buckets", 1, 2 ** 24) },
	};
	if (!new RegExp(`^[0-9a-f]{${OPT_OUT_SALT_BYTES * 2}}$`).test(read.hash.salt))
		throw new TargetingFileError("invalid_content", `META.hash.salt is not ${OPT_OUT_SALT_BYTES} bytes in hex`);
	return read;
}

/** The bytes of a salt in hexadecimal digits. */
export const saltBytes = (salt: string) =>
	Uint8Array.from({ length: OPT_OUT_SALT_BYTES }, (_, index) =>
		Number.parseInt(salt.slice(index * 2, index * 2 + 2), 16),
	);
