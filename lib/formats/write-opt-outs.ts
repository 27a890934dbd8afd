import { OptOutHash } from "@/lib/formats/opt-out-hash";
import { type OptOutMeta, saltBytes } from "@/lib/formats/opt-out-meta";
import type { OptOutTable } from "@/lib/formats/opt-out-table";
import { type WrittenFile, writeContainer } from "@/lib/formats/write-container";

/**
 * Writes a list of opt-outs to `path`. The same hashes and salt give the same bytes.
 *
 * @param salt OPT_OUT_SALT_BYTES in hexadecimal digits
 */
export async function writeOptOuts(path: string, salt: string, table: OptOutTable): Promise<WrittenFile> {
	const meta: OptOutMeta = {
		kind: "opt-outs",
		hash: { name: "sha256", bits: 128, salt, normaliser: 1 },
		counts: { ids: table.count, buckets: table.starts.length - 1 },
	};
	return writeContainer(path, "opt-outs", [
		{ name: "META", type: "json", parts: [new TextEncoder().encode(JSON.stringify(meta))] },
		{ name: "STRT", type: "u32", parts: [table.starts] },
		{ name: "HASH", type: "u32", parts: [table.hashes] },
	]);
}

/** The hash function of lists with this salt. */
export const optOutHashOf = (salt: string) => new OptOutHash(saltBytes(salt));
