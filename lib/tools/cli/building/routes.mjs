import { readdir, readFile } from "node:fs/promises";
import { sep } from "node:path";
import { writeAtomically } from "./atomic-write.mjs";
import { inProject } from "./project.mjs";

const target = inProject("lib", "generated", "routes.ts");

/** next-auth's route needs Next, because it reads `next/headers`; its segment identifies it. */
const NEEDS_NEXT = /\[\.\.\.nextauth\]/;

/** Writes the registry of the API's routes when the files of app/ have changed. */
export async function ensureRoutes() {
	const wanted = await registry();
	if ((await readFile(target, "utf8").catch(() => null)) !== wanted) await writeAtomically(target, wanted);
}

/** @returns {Promise<boolean>} whether the registry lists the current routes */
export async function routesAreFresh() {
	return (await readFile(target, "utf8").catch(() => null)) === (await registry());
}

async function registry() {
	const files = (await readdir(inProject("app"), { recursive: true }))
		.map((file) => file.split(sep).join("/"))
		.filter((file) => file.endsWith("/route.ts"))
		.sort();
	const imports = [];
	const entries = [];
	for (const file of files) {
		if (NEEDS_NEXT.test(file)) continue;
		const folder = file.slice(0, -"/route.ts".length);
		// Folders in parentheses group files and are not part of a path.
		const pattern = `/${folder.replaceAll(/\([^)]*\)\//g, "")}`;
		imports.push(`import * as route${imports.length} from "@/app/${folder}/route";`);
		entries.push(`\t${JSON.stringify(pattern)}: route${entries.length},`);
	}
	return `// Generated from app/**/route.ts by lib/tools/cli/building/routes.mjs.
${imports.join("\n")}
import type { RouteModules } from "@/lib/http/routes/declaration";

const routes = {
${entries.join("\n")}
} satisfies RouteModules;

/** Every route of the API by its pattern, in Next's notation. */
export const ROUTES: RouteModules = routes;
/** The same with the types that each declares, for the pages' client. */
export type Routes = typeof routes;
`;
}
