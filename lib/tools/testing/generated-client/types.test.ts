import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { ROUTES } from "@/lib/generated/routes";
import { openApiDocument } from "@/lib/http/openapi/open-api-document";
import { parseEnvironment } from "@/lib/platform/env";
import { projectPath } from "@/lib/platform/project-path";

const HERE = projectPath("lib", "tools", "testing", "generated-client");
const CACHE = join(projectPath("node_modules"), ".cache", "targeting-service");

/** The parts of openapi-typescript in use. */
interface Generator {
	default(document: unknown): Promise<unknown>;
	astToString(tree: unknown): string;
}

/** Its code needs TypeScript's library, which TypeScript 7 no longer has. */
async function loadGenerator(directory: string): Promise<Generator> {
	const outfile = join(directory, "generator.cjs");
	await build({
		entryPoints: ["openapi-typescript"],
		bundle: true,
		platform: "node",
		format: "cjs",
		alias: { typescript: "typescript-5" },
		external: ["typescript-5"],
		outfile,
	});
	return createRequire(outfile)(outfile) as Generator;
}

/** Checks the job's types against the generated ones, as its author's compiler would. */
async function compile(directory: string): Promise<string> {
	const project = join(directory, "tsconfig.json");
	await writeFile(
		project,
		JSON.stringify({
			extends: projectPath("tsconfig.json"),
			compilerOptions: { rootDirs: [HERE, directory], plugins: [] },
			include: [],
			files: [join(HERE, "main-job.ts")],
		}),
	);
	const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");
	const compiling = promisify(execFile)(process.execPath, [compiler, "-p", project, "--pretty", "false"]);
	return compiling.then(
		() => "",
		(error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
	);
}

test("types generated from the document fit the main job of a client", async () => {
	const directory = join(CACHE, `client.${randomUUID()}`);
	await mkdir(directory, { recursive: true });
	try {
		const { default: generate, astToString } = await loadGenerator(directory);
		const document = JSON.parse(JSON.stringify(openApiDocument(ROUTES, { settings: parseEnvironment({}) })));
		const types = join(directory, "paths.d.ts");
		const generated = astToString(await generate(document));
		await writeFile(types, generated);
		expect(await compile(directory)).toBe("");
		// A document without one of its fields is noticed.
		await writeFile(types, generated.replaceAll("targetId: string", "target: string"));
		expect(await compile(directory)).toContain("'targetId' does not exist");
	} finally {
		await rm(directory, { recursive: true });
	}
});
