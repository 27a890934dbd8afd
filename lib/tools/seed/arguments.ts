import { mkdtemp, rmdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { DEMO_DEVICES } from "@/lib/tools/seed/inventory/demo-source";

export const SEED_USAGE = `Usage: npm run seed [-- --out FILE] [--devices N]

Fills the database of DATA_DIR or DATABASE_URL with the demo world and prints how to sign in.
On a database that has the demo world it gives its people new passwords and keys, and leaves everything else alone.

  --out FILE   writes the credentials as JSON, readable by you alone
  --devices N  devices of the inventory source (default ${DEMO_DEVICES}, at least 1000)
  --help       prints this`;

/** Arguments that the seed does not understand, or cannot follow. */
export class SeedArgumentError extends Error {
	override name = "SeedArgumentError";
}

export interface SeedArguments {
	/** Absolute path; null: nothing is written. */
	readonly out: string | null;
	/** Devices of the demo world's inventory source. */
	readonly devices: number;
	readonly help: boolean;
}

/**
 * Parses the command line, without the program's own name.
 * @throws SeedArgumentError in one sentence
 */
export function parseSeedArguments(args: readonly string[], workingDirectory: string): SeedArguments {
	const { out, help, devices = String(DEMO_DEVICES) } = parse(args);
	if (out === "") throw new SeedArgumentError("--out needs the name of a file.");
	if (!/^\d{4,7}$/.test(devices) || Number(devices) < FEWEST_DEVICES) {
		throw new SeedArgumentError(`--devices takes a whole number from ${FEWEST_DEVICES} to 9999999.`);
	}
	return {
		out: out === undefined ? null : resolve(workingDirectory, out),
		devices: Number(devices),
		help: help ?? false,
	};
}

/** With fewer, some audience of the demo world might reach nobody. */
const FEWEST_DEVICES = 1_000;

function parse(args: readonly string[]): {
	out?: string | undefined;
	devices?: string | undefined;
	help?: boolean | undefined;
} {
	try {
		return parseArgs({
			args: [...args],
			options: { out: { type: "string" }, devices: { type: "string" }, help: { type: "boolean" } },
			allowPositionals: false,
		}).values;
	} catch (error) {
		throw new SeedArgumentError((error as Error).message);
	}
}

/**
 * Checks before anything is seeded that the credentials can be written: they are shown once, and a seed that cannot hand
 * them over has to be run again.
 * @throws SeedArgumentError naming what is wrong with the path
 */
export async function requireWritable(path: string): Promise<void> {
	const directory = dirname(path);
	const found = await stat(directory).catch(() => null);
	if (found === null || !found.isDirectory()) {
		throw new SeedArgumentError(`--out ${path}: there is no directory ${directory}.`);
	}
	const existing = await stat(path).catch(() => null);
	if (existing !== null && !existing.isFile()) throw new SeedArgumentError(`--out ${path} is not a file.`);
	try {
		await rmdir(await mkdtemp(join(directory, ".seed-")));
	} catch (error) {
		throw new SeedArgumentError(`--out ${path} cannot be written: ${(error as Error).message}`);
	}
}
