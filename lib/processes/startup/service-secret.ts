import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { madeSecret } from "@/lib/platform/made-secret";

/**
 * The service's secret (docs/operations.md, Settings, NEXTAUTH_SECRET): as configured, else
 * generated once into the data directory, readable by its owner only.
 */
export async function serviceSecret(given: string | undefined, dataDirectory: string): Promise<string> {
	if (given !== undefined) return given;
	const path = join(dataDirectory, "secret");
	const existing = await readFile(path, "utf8").catch(ifMissing);
	if (existing !== undefined) return existing.trim();
	await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
	const draft = `${path}.${process.pid}`;
	const file = await open(draft, "w", 0o600);
	await file.writeFile(`${madeSecret("service secret", randomBytes(32).toString("base64url"))}\n`);
	await file.sync();
	await file.close();
	// Of two concurrent first starts the second link fails, and both read the first one's secret.
	await link(draft, path).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== "EEXIST") throw error;
	});
	await unlink(draft);
	return (await readFile(path, "utf8")).trim();
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
	if (error.code !== "ENOENT") throw error;
	return undefined;
}
