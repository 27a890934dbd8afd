import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { filesOfRelease, SIGNATURE, SUMS, sha256Of } from "./digests";
import { NAMESPACE, runSshKeygen } from "./run-ssh-keygen";

/**
 * Writes the digests of all files of a release into SHA256SUMS, and their signature beside it.
 * @param key the path of a private key, or of the public one whose private one ssh-agent has
 * @throws ReleaseError
 */
export async function signRelease(directory: string, key: string): Promise<void> {
	const lines = (await filesOfRelease(directory)).map(async (name) => `${await sha256Of(directory, name)}  ${name}\n`);
	const sums = join(directory, SUMS);
	await writeFile(sums, (await Promise.all(lines)).join(""));
	await rm(join(directory, SIGNATURE), { force: true });
	await runSshKeygen(["sign", "-q", "-n", NAMESPACE, "-f", key, sums]);
}
