import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** Packages that name no license in their metadata, with the one of their license file, or of a later version's. */
const UNNAMED: Readonly<Record<string, string>> = { "seq-queue": "MIT", "@mapbox/jsonlint-lines-primitives": "MIT" };

const versions = z.record(z.string(), z.string()).optional();

const lockEntry = z.looseObject({
	name: z.string().optional(),
	version: z.string().optional(),
	license: z.string().optional(),
	resolved: z.string().optional(),
	integrity: z.string().optional(),
	dev: z.boolean().optional(),
	hasInstallScript: z.boolean().optional(),
	dependencies: versions,
	optionalDependencies: versions,
	peerDependencies: versions,
	peerDependenciesMeta: z.record(z.string(), z.looseObject({ optional: z.boolean().optional() })).optional(),
});
const lockFile = z.looseObject({ packages: z.record(z.string(), lockEntry) });

/** A package that the service is installed with, on this machine or on another platform. */
export interface ProductionPackage {
	/** Its own one, where it stands in for another (overrides of package.json). */
	readonly name: string;
	readonly version: string;
	/** Relative to the project. */
	readonly path: string;
	/** An SPDX expression. */
	readonly license: string;
	readonly resolved: string;
	readonly integrity: string;
	readonly hasInstallScript: boolean;
	/** Packages of other platforms are in the lock file alone. */
	readonly installed: boolean;
	/** The packages that it imports. */
	readonly needs: readonly Need[];
}

interface Need {
	readonly name: string;
	readonly isOptional: boolean;
}

/** Reads the packages that `npm ci --omit=dev` installs, on all platforms, from the lock file. */
export function productionPackages(root: string): ProductionPackage[] {
	const { packages } = lockFile.parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));
	return Object.entries(packages)
		.filter(([path, { dev }]) => path !== "" && dev !== true)
		.map(([path, entry]) => {
			const { version = "", license, resolved = "", integrity = "", hasInstallScript = false } = entry;
			const name = entry.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
			return {
				name,
				version,
				path,
				license: license ?? UNNAMED[name] ?? "",
				resolved,
				integrity,
				hasInstallScript,
				installed: existsSync(join(root, path, "package.json")),
				needs: needsOf(entry),
			};
		});
}

function needsOf(entry: z.infer<typeof lockEntry>): Need[] {
	const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = entry;
	return [
		...Object.keys(dependencies).map((name) => ({ name, isOptional: false })),
		...Object.keys(optionalDependencies).map((name) => ({ name, isOptional: true })),
		...Object.keys(peerDependencies)
			.filter((name) => peerDependenciesMeta[name]?.optional !== true)
			.map((name) => ({ name, isOptional: false })),
	];
}
