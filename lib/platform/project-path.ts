import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * Gives the absolute path of a project file on disk, independent of the bundle. Takes its parts
 * below the working directory.
 * @throws Error for a missing file
 */
export function projectPath(...parts: string[]): string {
	// Bundlers must not follow this path: they would copy the file, or the whole project, into the
	// bundle.
	const path = join(/* turbopackIgnore: true */ process.cwd(), ...parts);
	if (!existsSync(/* turbopackIgnore: true */ path)) {
		throw new Error(`${parts.join("/")} is not below ${process.cwd()}: start from the project's root directory`);
	}
	return path;
}
