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

export class SeedArgumentError extends Error {
	override name = "SeedArgumentError";
}

export interface SeedArguments {
	/** Absolute path, or null to write nothing. */
	readonly out: string | null;
	/** Devices of the demo world's inventory source. */
	readonly devices: number;
	readonly help: boolean;
}

/**
 * Parses the command line, without the program name.
 * @throws SeedArgumentError in one sentence
 */
export function parseSeedArguments(args: readonly string[], workingDirectory: string): SeedArguments {
	const { out, help, devices = String(DEMO_DEVICES) } = parse(args);
	if (out === "") throw new SeedArgumentError("--out must name a file");
	if (!/^\d{4,7}$/.test(devices) || Number(devices) < FEWEST_DEVICES) {
		throw new SeedArgumentError(`--devices must be an integer from ${FEWEST_DEVICES} to 9999999`);
	}
	return {
		out: out === undefined ? null : resolve(workingDirectory, out),
		devices: Number(devices),
		help: help ?? false,
	};
}

/** With fewer, an audience of the demo world might be empty. */
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
 * Checks before seeding that the credentials can be written, because they are shown only once.
 * @throws SeedArgumentError naming the problem of the path
 */
export async function requireWritable(path: string): Promise<void> {
	const directory = dirname(path);
	const found = await stat(directory).catch(() => null);
	if (found === null || !found.isDirectory()) {
		throw new SeedArgumentError(`--out ${path}: the directory ${directory} does not exist`);
	}
	const existing = await stat(path).catch(() => null);
	if (existing !== null && !existing.isFile()) throw new SeedArgumentError(`--out ${path} is not a file`);
	try {
		await rmdir(await mkdtemp(join(directory, ".seed-")));
	} catch (error) {
		throw new SeedArgumentError(`--out ${path} cannot be written: ${(error as Error).message}`);
	}
}
