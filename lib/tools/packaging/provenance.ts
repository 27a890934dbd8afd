import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Source } from "./source";

/** What an artifact was made from, and how. */
export interface Made {
	readonly name: string;
	readonly sha256: string;
	readonly version: string;
	readonly basePath: string;
	readonly source: Source;
}

/**
 * An in-toto statement with SLSA's predicate of provenance: the artifact's digest, the commit, the
 * lock file's digest, and what built it. It is not signed: who publishes an artifact signs it.
 */
export function provenance(root: string, { name, sha256, version, basePath, source }: Made) {
	const { platform, arch, version: node } = process;
	return {
		_type: "https://in-toto.io/Statement/v1",
		subject: [{ name, digest: { sha256 } }],
		predicateType: "https://slsa.dev/provenance/v1",
		predicate: {
			buildDefinition: {
				buildType: "npm run package",
				externalParameters: { version, basePath, platform, arch },
				internalParameters: { uncommittedChanges: source.isChanged },
				resolvedDependencies: [
					...(source.commit === null ? [] : [{ name: "source", digest: { gitCommit: source.commit } }]),
					{ name: "package-lock.json", digest: { sha256: digestOf(join(root, "package-lock.json")) } },
				],
			},
			runDetails: {
				builder: { id: "npm run package", version: { node, npm: npmVersion() } },
				metadata: { finishedOn: new Date().toISOString() },
			},
		},
	};
}

function digestOf(path: string): string {
	return createHash("sha256").update(readFileSync(path)).digest("hex");
}

/** As npm tells the scripts that it runs. */
function npmVersion(): string | undefined {
	return /npm\/(\S+)/.exec(process.env.npm_config_user_agent ?? "")?.[1];
}
