import { existsSync } from "node:fs";
import { readStamp, writeAtomically } from "./atomic-write.mjs";
import { fingerprint } from "./fingerprint.mjs";
import { commandOf, inProject, versionOf } from "./project.mjs";
import { runTool } from "./run-tool.mjs";

const client = inProject("lib", "generated", "prisma", "client.ts");
const stamp = inProject("lib", "generated", "prisma-client.json");

/**
 * Generates the Prisma client when it is missing, or when the schema, its configuration or Prisma
 * has changed. Downloads nothing: generating needs no engine, so the variable may point to any
 * existing file.
 */
export async function ensurePrismaClient({ quiet = true } = {}) {
	if (await prismaClientIsFresh()) return;
	const wanted = await fingerprintOfSchema();
	await runTool("prisma generate", commandOf("prisma", "prisma"), ["generate"], {
		quiet,
		env: {
			PRISMA_SCHEMA_ENGINE_BINARY: process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? process.execPath,
			PRISMA_HIDE_UPDATE_MESSAGE: "1",
		},
	});
	await writeAtomically(stamp, JSON.stringify({ fingerprint: wanted }));
}

/** @returns {Promise<boolean>} whether the generated client matches the schema */
export async function prismaClientIsFresh() {
	return existsSync(client) && (await readStamp(stamp))?.fingerprint === (await fingerprintOfSchema());
}

function fingerprintOfSchema() {
	const files = [inProject("prisma", "schema.prisma"), inProject("prisma.config.ts")];
	return fingerprint(files, { prisma: versionOf("prisma") });
}
