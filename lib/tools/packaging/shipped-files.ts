import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { ProductionPackage } from "@/lib/tools/supply-chain/production-packages";

/** What is shipped as it lies in the project, besides packages and the build. */
const PLACES = [
	...["docs", "ops", "prisma", "public"],
	...["CHANGELOG.md", "Dockerfile", "LICENSE", "NOTICE", "README.md", "SECURITY.md"],
	"lib/agent/README.md",
	"lib/formats/README.md",
	"lib/platform/db/embedded/pglite-worker.mjs",
	"lib/platform/db/embedded/serve-pglite.mjs",
];
/** Parts of Next's build that no server reads, lists for other packagers, and what is written afresh. */
const BUILD_ALONE =
	/^(cache|diagnostics|dev|types)\/|^(trace|trace-build|turbopack|required-server-files\.js(on)?)$|\.nft\.json$/;
/** Files of packages for editors, debuggers, developers' builds and other databases. */
const UNUSED_IN_PACKAGES =
	/\.map$|\.d\.[cm]?ts$|\.runtime\.dev\.js$|^next\/dist\/(docs|esm)\/|^@prisma\/client\/runtime\/.*\.(cockroachdb|mysql|sqlite|sqlserver)\./;

/**
 * Files of an artifact that are copied, and the empty directories of the empty database, relative to
 * the root and sorted.
 * @param bundles names of the programs in `dist`
 * @param pages the directory of Next's build
 */
export async function shippedFiles(
	root: string,
	{ packages, bundles, pages }: { packages: readonly ProductionPackage[]; bundles: readonly string[]; pages: string },
): Promise<string[]> {
	const [places, database, built, ...installed] = await Promise.all([
		Promise.all(PLACES.map((place) => filesOf(root, place))),
		emptyDatabase(root),
		filesOf(root, pages),
		...packages.map(({ path }) => filesOf(root, path, true)),
	]);
	const files = [
		...places.flat().filter((path) => !path.endsWith(".test.ts")),
		...database,
		...bundles.flatMap((name) => [`dist/${name}.mjs`, `dist/${name}.mjs.map`]),
		...built.filter((path) => !BUILD_ALONE.test(path.slice(pages.length + 1)) && !path.endsWith(".map")),
		...installed.flat().filter((path) => !UNUSED_IN_PACKAGES.test(path.slice(path.lastIndexOf("node_modules/") + 13))),
	];
	return [...new Set(files)].sort();
}

/** PostgreSQL wants its empty directories, too. */
async function emptyDatabase(root: string): Promise<string[]> {
	const name = (await readdir(join(root, "dist"))).find((entry) => /^empty-database-[\d.]+$/.test(entry));
	if (name === undefined) throw new Error("dist has no empty database: npm run build makes it");
	const entries = await readdir(join(root, "dist", name), { recursive: true, withFileTypes: true });
	return entries.map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join("/"));
}

/**
 * The files and links below a place. Packages within a package are listed for themselves, where
 * they are shipped.
 */
async function filesOf(root: string, place: string, isPackage = false): Promise<string[]> {
	const entries = await readdir(join(root, place), { recursive: true, withFileTypes: true }).catch(
		(error: NodeJS.ErrnoException) => {
			if (error.code === "ENOTDIR") return null;
			throw error;
		},
	);
	if (entries === null) return [place];
	return entries
		.filter((entry) => !entry.isDirectory())
		.map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join("/"))
		.filter((path) => !isPackage || !path.slice(place.length).includes("/node_modules/"));
}
