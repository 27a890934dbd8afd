import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { filesOfRelease, SIGNATURE, SUMS, sha256Of } from "./digests";
import { NAMESPACE, ReleaseError, runSshKeygen } from "./run-ssh-keygen";

/** Whose signature it is, in the list of keys that ssh-keygen reads. */
const SIGNER = "release";

/**
 * Checks a release (docs/operations/install.md): the signature of SHA256SUMS, and the digests in it.
 * @param path the directory, in which every file must be listed; or one file beside SHA256SUMS
 * @param key the path of a file with public keys as ssh-keygen writes them; one must have signed
 * @returns the names of the files that are as they were signed
 * @throws ReleaseError
 */
export async function verifyRelease(path: string, key: string): Promise<string[]> {
	const isDirectory = (await inWords(stat(path))).isDirectory();
	const directory = isDirectory ? resolve(path) : dirname(resolve(path));
	await verifySignature(directory, key);
	const listed = parseSums(await inWords(readFile(join(directory, SUMS), "utf8")));
	const names = isDirectory ? [...new Set([...listed.keys(), ...(await filesOfRelease(directory))])] : [basename(path)];
	for (const name of names) {
		const signed = listed.get(name);
		if (signed === undefined) throw new ReleaseError(`${name} is not in ${SUMS}: it is no part of this release`);
		if ((await inWords(sha256Of(directory, name))) !== signed) throw new ReleaseError(`${name} is not what was signed`);
	}
	return names.sort();
}

async function verifySignature(directory: string, key: string): Promise<void> {
	const keys = (await inWords(readFile(key, "utf8")))
		.split(/\r?\n/)
		.filter((line) => /^(ssh|ecdsa|sk)-\S+ /.test(line));
	if (keys.length === 0) throw new ReleaseError(`${key} has no public key as ssh-keygen writes it: ssh-ed25519 AAAA…`);
	const own = await mkdtemp(join(tmpdir(), "targeting-keys-"));
	try {
		const signers = join(own, "signers");
		await writeFile(signers, keys.map((line) => `${SIGNER} namespaces="${NAMESPACE}" ${line}\n`).join(""));
		const signature = join(directory, SIGNATURE);
		await inWords(stat(signature));
		await runSshKeygen(
			["verify", "-n", NAMESPACE, "-f", signers, "-I", SIGNER, "-s", signature],
			join(directory, SUMS),
		);
	} finally {
		await rm(own, { recursive: true });
	}
}

function parseSums(text: string): Map<string, string> {
	const lines = text.split("\n").filter((line) => line !== "");
	return new Map(
		lines.map((line) => {
			const [, sum = "", name = ""] = /^([0-9a-f]{64}) {2}([^/]+)$/.exec(line) ?? [];
			if (name === "") throw new ReleaseError(`${SUMS} has a line that is no digest with the name of a file beside it`);
			return [name, sum];
		}),
	);
}

/** Errors of files say enough. */
async function inWords<T>(work: Promise<T>): Promise<T> {
	return work.catch((error: NodeJS.ErrnoException) => {
		throw error.syscall === undefined ? error : new ReleaseError(error.message);
	});
}
