import { open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "@/lib/platform/env";
import { makePrivateDirectory } from "@/lib/platform/files/work-directory";
import type { Secrets } from "@/lib/platform/secrets";
import { AdminError } from "@/lib/processes/admin/admin-error";

/** The secret of an archive, in its place. */
export interface RestoredSecret {
	/** Paths of the files that were written. */
	readonly written: readonly string[];
	/** Removes them, when the import came to nothing. */
	takeBack(): Promise<void>;
}

/**
 * Puts the secret of an archive where the service finds it: into the data directory, unless
 * NEXTAUTH_SECRET has it.
 * @throws AdminError where another secret is in its place, which could not open sealed values
 */
export async function restoreSecret(
	environment: Pick<Environment, "NEXTAUTH_SECRET" | "NEXTAUTH_SECRET_PREVIOUS">,
	dataDirectory: string,
	{ secret, previousSecret }: Secrets,
): Promise<RestoredSecret> {
	const { NEXTAUTH_SECRET: given, NEXTAUTH_SECRET_PREVIOUS: previous } = environment;
	if (given !== undefined && given !== secret && previous !== secret) {
		throw new AdminError(
			"NEXTAUTH_SECRET is not the secret of the archive: without the setting, the import writes it into DATA_DIR/secret",
		);
	}
	await makePrivateDirectory(dataDirectory);
	const written: string[] = [];
	const takeBack = async () => {
		for (const path of written) await rm(path, { force: true });
	};
	const keep = async (name: string, value: string) => {
		const path = join(dataDirectory, name);
		const found = await readFile(path, "utf8").catch(ifMissing);
		if (found?.trim() === value) return;
		if (found !== undefined) {
			throw new AdminError(`${path} is not the secret of the archive: use another DATA_DIR, or move the file away`);
		}
		written.push(path);
		await writeDurably(path, `${value}\n`);
	};
	try {
		if (given === undefined) await keep("secret", secret);
		if (previousSecret !== undefined && previous === undefined) await keep("secret-previous", previousSecret);
	} catch (error) {
		await takeBack();
		throw error;
	}
	return { written, takeBack };
}

async function writeDurably(path: string, content: string): Promise<void> {
	const file = await open(path, "wx", 0o600);
	try {
		await file.writeFile(content);
		await file.sync();
	} finally {
		await file.close();
	}
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
	if (error.code !== "ENOENT") throw error;
	return undefined;
}
