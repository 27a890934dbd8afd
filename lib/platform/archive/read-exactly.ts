import type { FileHandle } from "node:fs/promises";
import { ArchiveError } from "./archive-error";

/**
 * Reads bytes of a file.
 * @throws ArchiveError where the file ends before
 */
export async function readExactly(
	file: FileHandle,
	position: number,
	length: number,
	{ orLess = false } = {},
): Promise<Buffer> {
	const bytes = Buffer.allocUnsafe(length);
	let filled = 0;
	while (filled < length) {
		const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled);
		if (bytesRead === 0) break;
		filled += bytesRead;
	}
	if (filled < length && !orLess) throw new ArchiveError("the archive is cut off: its end is missing");
	return bytes.subarray(0, filled);
}
