import { spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";

/** What a signature is for: one that was made for something else does not count. */
export const NAMESPACE = "targeting-service-release";

/** A release that is not what was signed, or that cannot be signed or checked here. */
export class ReleaseError extends Error {
	override name = "ReleaseError";
}

/**
 * Runs `ssh-keygen -Y`. The passphrase of a key is asked for on the terminal.
 * @param signed the file that `verify` reads
 * @throws ReleaseError with the words of the program
 */
export async function runSshKeygen(args: readonly string[], signed?: string): Promise<void> {
	const child = spawn("ssh-keygen", ["-Y", ...args], { stdio: ["pipe", "ignore", "pipe"] });
	const told: Buffer[] = [];
	child.stderr.on("data", (chunk: Buffer) => told.push(chunk));
	const ended = new Promise<number | null>((resolve, reject) => {
		child.once("error", reject).once("close", resolve);
	}).catch((error: Error) => {
		throw new ReleaseError(`ssh-keygen of OpenSSH 8.2 or later is needed: ${error.message}`);
	});
	// A signature that is refused closes the pipe early.
	const given = signed === undefined ? child.stdin.end() : pipeline(createReadStream(signed), child.stdin);
	const [code] = await Promise.all([ended, Promise.resolve(given).catch(() => undefined)]);
	if (code !== 0) throw new ReleaseError(`ssh-keygen: ${Buffer.concat(told).toString("utf8").trim()}`);
}
