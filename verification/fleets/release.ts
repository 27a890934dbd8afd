import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { projectPath } from "@/lib/platform/project-path";

/** A version of the service: the build of this project, with migrations of its own. */
export interface Release {
	/** The working directory of its processes. */
	readonly directory: string;
	readonly migrations: number;
	remove(): Promise<void>;
}

/** What a release has for itself, or does not need. */
const OWN = new Set(["prisma", ".git", ".data", "coverage"]);

/**
 * Makes a version of the service that shares this project's build.
 * @param added migrations that this version has besides the project's: their SQL by their names
 */
export async function makeRelease(added: Record<string, string> = {}): Promise<Release> {
	await build();
	const directory = await mkdtemp(join(tmpdir(), "targeting-release-"));
	for (const name of await readdir(projectPath())) {
		if (!OWN.has(name)) await symlink(projectPath(name), join(directory, name));
	}
	const migrations = join(directory, "prisma", "migrations");
	await cp(projectPath("prisma", "migrations"), migrations, { recursive: true });
	for (const [name, sql] of Object.entries(added)) {
		await mkdir(join(migrations, name));
		await writeFile(join(migrations, name, "migration.sql"), sql);
	}
	const entries = await readdir(migrations, { withFileTypes: true });
	return {
		directory,
		migrations: entries.filter((entry) => entry.isDirectory()).length,
		remove: () => rm(directory, { recursive: true, force: true }),
	};
}

/** Builds the service unless its build is up to date, as `npm start` does. */
async function build(): Promise<void> {
	const scripts = (name: string) => import(pathToFileURL(projectPath("lib", "tools", "cli", "building", name)).href);
	const [{ buildApplication, stateOfBuild }, { withBuildLock }] = await Promise.all([
		scripts("application.mjs"),
		scripts("lock.mjs"),
	]);
	if ((await stateOfBuild()) === "up to date") return;
	await withBuildLock(async () => {
		if ((await stateOfBuild()) !== "up to date") await buildApplication({ quiet: true });
	});
}
