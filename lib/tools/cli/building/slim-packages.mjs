// Runs after `npm ci`. An installation without packages for development serves alone: it loses the
// files that only editors, debuggers and other databases read (docs/decisions/0614).
import { readdir, rm } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { inProject } from "./project.mjs";

/** The same are left out of an artifact. Next looks for the types of React and Node.js. */
const UNREAD =
	/\.map$|(?<!^@types\/.*)\.d\.[cm]?ts$|^(@prisma\/client\/runtime|prisma\/build)\/.*\.(cockroachdb|mysql|sqlite|sqlserver)\.|^@prisma\/studio-core\/dist\/ui\//;

if (process.env.npm_config_omit?.split(/\s+/).includes("dev")) await slimPackages(inProject("node_modules"));

async function slimPackages(packages) {
	const entries = await readdir(packages, { recursive: true, withFileTypes: true });
	for (const entry of entries) {
		const path = join(entry.parentPath, entry.name);
		if (entry.isFile() && UNREAD.test(relative(packages, path).split(sep).join("/"))) await rm(path);
	}
}
