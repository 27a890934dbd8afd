import { LONGEST_ID_WORDS, readAnyDeviceIdWords } from "@/lib/formats/device-id";
import { growableU32 } from "@/lib/formats/growable";
import { OPT_OUT_WORDS } from "@/lib/formats/opt-out-hash";
import { openOptOutList } from "@/lib/formats/opt-out-list";
import { MOST_OPT_OUTS } from "@/lib/formats/opt-out-meta";
import { indexOptOuts, sortOptOuts } from "@/lib/formats/opt-out-table";
import { readTargetingBytes } from "@/lib/formats/read-file";
import { optOutHashOf, writeOptOuts } from "@/lib/formats/write-opt-outs";
import { allRowsRefused } from "@/lib/rules/documents/rows-refused";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { mergeOptOuts, type OptOutChange } from "./merge-opt-outs";
import { type RefusedIds, readDeviceIds } from "./read-device-ids";

/** The input of a change of the list of opt-outs. */
export interface OptOutChangeInput {
	readonly change: OptOutChange;
	/** The upload on disk. */
	readonly inputPath: string;
	readonly maxBytes: number;
	/** The current list; null for the empty one. */
	readonly current: { readonly path: string; readonly sha256: string } | null;
	/** OPT_OUT_SALT_BYTES in hexadecimal digits. */
	readonly salt: string;
	/** Where the new list is written. */
	readonly outputPath: string;
}

export interface OptOutChanged {
	/** Ids of the new list. */
	readonly count: number;
	readonly added: number;
	readonly removed: number;
	readonly refused: RefusedIds;
	/** The new list; null for the empty one. */
	readonly file: { readonly size: number; readonly sha256: string } | null;
}

const MOST = MOST_OPT_OUTS.toLocaleString("en-US");

/**
 * Reads an upload of device ids and writes the new list. Takes up to 800 MB for the largest lists,
 * and seconds: run it on a thread.
 * @throws InvalidArgumentError when the file is unreadable or has no id, and for more than
 * MOST_OPT_OUTS ids
 */
export async function changeOptOuts(input: OptOutChangeInput, signal: AbortSignal): Promise<OptOutChanged> {
	const { hashes, refused } = await readHashes(input, signal);
	const current =
		input.current &&
		openOptOutList(await readTargetingBytes(input.current.path, { expectedSha256: input.current.sha256 }));
	const merged = mergeOptOuts(current?.hashes ?? new Uint32Array(0), sortOptOuts(hashes).hashes, input.change);
	const { count, added, removed } = merged;
	if (count > MOST_OPT_OUTS)
		throw new InvalidArgumentError(
			`the list of opt-outs has at most ${MOST} device ids, and would have ${count.toLocaleString("en-US")}`,
		);
	signal.throwIfAborted();
	const file =
		count === 0 ? null : await writeOptOuts(input.outputPath, input.salt, indexOptOuts(merged.hashes, count));
	return { count, added, removed, refused, file };
}

async function readHashes(
	{ inputPath, maxBytes, salt }: OptOutChangeInput,
	signal: AbortSignal,
): Promise<{ hashes: Uint32Array; refused: RefusedIds }> {
	const hash = optOutHashOf(salt);
	const words = new Uint32Array(LONGEST_ID_WORDS);
	const hashed = new Uint32Array(OPT_OUT_WORDS);
	const hashes = growableU32();
	const take = (id: string) => {
		const idBytes = readAnyDeviceIdWords(id, words);
		if (idBytes === 0) return;
		hash.write(words, 0, idBytes, hashed, 0);
		for (let word = 0; word < OPT_OUT_WORDS; word++) hashes.push(hashed[word] as number);
		if (hashes.length > MOST_OPT_OUTS * OPT_OUT_WORDS)
			throw new InvalidArgumentError(`a file of opt-outs has at most ${MOST} device ids`);
	};
	const refused = await readDeviceIds(inputPath, { maxBytes, take, signal });
	if (hashes.length > 0) return { hashes: hashes.view(), refused };
	if (refused.count > 0) throw allRowsRefused(refused);
	throw new InvalidArgumentError("the file has no device ids, and the list was not changed");
}
