import { readdir, realpath } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { join, relative, sep } from "node:path";
import { build } from "esbuild";
import { type ProductionPackage, productionPackages } from "@/lib/tools/supply-chain/production-packages";

/** Packages whose files the service opens by path, which no import shows. */
export const OPENED_BY_PATH = ["@zxcvbn-ts/language-common", "gdal3.js"];
/** Native parts of Next that only a build, or pictures that the service has not, would need. */
const NOT_NEEDED = /^(@next\/swc-|sharp$|@img\/)/;

/**
 * The packages that the built service loads, with all that they depend on.
 * @param programs bundles and plain modules, relative to the root
 * @param pages the directory of Next's build, relative to the root
 * @throws Error naming a package that is not installed
 */
export async function shippedPackages(
	root: string,
	programs: readonly string[],
	pages: string,
): Promise<ProductionPackage[]> {
	const known = new Map(productionPackages(root).map((one) => [one.path, one]));
	const shipped = new Map<string, ProductionPackage>();
	const names = [...(await importedBy(root, programs)), ...(await externalsOf(root, pages)), ...OPENED_BY_PATH];
	const waiting = names.map((name) => ({ name, from: "", isOptional: false }));
	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
		const { name, from, isOptional } = next;
		if (NOT_NEEDED.test(name)) continue;
		const found = find(known, name, from);
		if (found?.installed !== true) {
			if (isOptional) continue;
			throw new Error(`the package ${name} is not installed for production: run npm ci, or make it a dependency`);
		}
		if (shipped.has(found.path)) continue;
		shipped.set(found.path, found);
		waiting.push(...found.needs.map((need) => ({ ...need, from: found.path })));
	}
	return [...shipped.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** As Node.js looks for it: beside the package that needs it, and in each directory above. */
function find(
	known: ReadonlyMap<string, ProductionPackage>,
	name: string,
	from: string,
): ProductionPackage | undefined {
	for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf("/node_modules/")))) {
		const found = known.get(`${place === "" ? "" : `${place}/`}node_modules/${name}`);
		if (found !== undefined || place === "") return found;
	}
}

async function importedBy(root: string, programs: readonly string[]): Promise<string[]> {
	const { metafile } = await build({
		absWorkingDir: root,
		entryPoints: [...programs],
		outdir: join(root, "dist"),
		bundle: true,
		write: false,
		metafile: true,
		platform: "node",
		format: "esm",
		packages: "external",
		logLevel: "silent",
	});
	return Object.values(metafile.outputs)
		.flatMap(({ imports }) => imports.filter(({ external }) => external).map(({ path }) => path))
		.filter((path) => !isBuiltin(path))
		.map(nameOf);
}

/** Next's build has a link for each package that it left out of its chunks. */
async function externalsOf(root: string, pages: string): Promise<string[]> {
	const packages = join(root, "node_modules") + sep;
	const links = await readdir(join(root, pages, "node_modules"), { recursive: true, withFileTypes: true });
	const targets = await Promise.all(
		links.filter((entry) => entry.isSymbolicLink()).map(({ parentPath, name }) => realpath(join(parentPath, name))),
	);
	return targets.map((target) => nameOf(relative(packages, target).split(sep).join("/")));
}

/** `@scope/name/path` is of the package `@scope/name`. */
function nameOf(path: string): string {
	return path.split("/", path.startsWith("@") ? 2 : 1).join("/");
}
