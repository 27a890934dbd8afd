import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * The absolute path of a file of the project that is used as it stands on disk, whatever bundle asks for it.
 * Takes its parts below the project's root, which is the working directory; throws when it is not there.
 */
export function projectPath(...parts: string[]): string {
	// Bundlers must not follow this path: they would copy the file, or all of the project, into what they build.
	const path = join(/* turbopackIgnore: true */ process.cwd(), ...parts);
	if (!existsSync(/* turbopackIgnore: true */ path)) {
		throw new Error(`${parts.join("/")} is not below ${process.cwd()}: start from the project's root directory.`);
	}
	return path;
}
