import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { ROUTES } from "@/lib/generated/routes";
import { openApiDocument } from "@/lib/http/openapi/open-api-document";
import { parseEnvironment } from "@/lib/platform/env";
import { projectPath } from "@/lib/platform/project-path";

/** What the client calls beyond the contract. */
const BEYOND = [
	"GET /api/builds/{build_id}",
	"GET /api/deployments/{deployment_id}",
	"GET /api/deployments/{deployment_id}/checklist",
	"GET /api/designs/{design_id}/builds",
	"POST /api/designs",
	"POST /api/designs/{design_id}/test",
	"PUT /api/designs/{design_id}/sets/{set_id}/geofences",
];
const HEAD = "// Generated from the service's OpenAPI document by openapi.test.ts: run it with -u to renew it.\n\n";

interface Described {
	responses: Record<string, { headers?: unknown }>;
	[name: string]: unknown;
}
interface Document {
	paths: Record<string, Record<string, Described>>;
	components: { schemas: Record<string, unknown>; [name: string]: unknown };
}

/** The parts of openapi-typescript in use. Its code needs TypeScript's library, which TypeScript 7 no longer has. */
interface Generator {
	default(document: unknown): Promise<unknown>;
	astToString(tree: unknown): string;
}

async function loadGenerator(): Promise<Generator> {
	const directory = projectPath("node_modules", ".cache", "targeting-service");
	await mkdir(directory, { recursive: true });
	const outfile = join(directory, "openapi-generator.cjs");
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

const isContract = (path: string) => path.startsWith("/token/") || path.startsWith("/targeting/");

/** The contract's operations and those beyond, as far as they succeed, with the schemas that they need. */
function partOf({ paths, components, ...document }: Document): Document {
	const kept: Document["paths"] = {};
	for (const [path, operations] of Object.entries(paths)) {
		for (const [method, operation] of Object.entries(operations)) {
			if (!isContract(path) && !BEYOND.includes(`${method.toUpperCase()} ${path}`)) continue;
			const succeeding = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
			const responses = Object.fromEntries(succeeding.map(([status, { headers: _, ...answer }]) => [status, answer]));
			kept[path] = { ...kept[path], [method]: { ...operation, responses } };
		}
	}
	const schemas: Record<string, unknown> = {};
	const collect = (value: unknown): void => {
		for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
			if (name in schemas) continue;
			schemas[name] = components.schemas[name];
			collect(schemas[name]);
		}
	};
	collect(kept);
	const sorted = Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1)));
	return { ...document, paths: kept, components: { schemas: sorted, parameters: components.parameters } };
}

const document = JSON.parse(JSON.stringify(openApiDocument(ROUTES, { settings: parseEnvironment({}) }))) as Document;

test("the client's types are those of the service's document", async () => {
	const { default: generate, astToString } = await loadGenerator();
	const generated = astToString(await generate(partOf(document)));
	const types = generated.replaceAll(/^ +\w+\?: never;\n/gm, "").replaceAll(/^ +headers: \{\n.*\n +\};\n/gm, "");
	await expect(HEAD + types).toMatchFileSnapshot("src/openapi.ts");
});

test("the client has every operation of the contract", async () => {
	const sources = ["client.ts", "tokens.ts"].map((file) => readFile(join(import.meta.dirname, "src", file), "utf8"));
	const called = new Set((await Promise.all(sources)).join("\n").match(/"(GET|POST|PUT) \/[^"]+"/g));
	const contract = Object.entries(document.paths).filter(([path]) => isContract(path));
	const wanted = contract.flatMap(([path, operations]) =>
		Object.keys(operations).map((method) => `"${method.toUpperCase()} ${path}"`),
	);
	expect(wanted.length).toBeGreaterThanOrEqual(15);
	expect([...wanted, ...BEYOND.map((key) => `"${key}"`)].filter((key) => !called.has(key))).toEqual([]);
});
