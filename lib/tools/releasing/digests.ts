import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

/** The list of a release, as `sha256sum --check` reads it, and its signature. */
export const SUMS = "SHA256SUMS";
export const SIGNATURE = `${SUMS}.sig`;

/** The files that the list of a release has. */
export async function filesOfRelease(directory: string): Promise<string[]> {
	return (await readdir(directory)).filter((name) => name !== SUMS && name !== SIGNATURE).sort();
}

/** The SHA-256 of a file of any size, hexadecimal. */
export async function sha256Of(directory: string, name: string): Promise<string> {
	const sum = createHash("sha256");
	await pipeline(createReadStream(join(directory, name)), sum);
	return sum.digest("hex");
}
