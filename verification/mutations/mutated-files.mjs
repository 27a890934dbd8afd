import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Modules with the service's checks of access. Those of the OpenAPI document describe, and check nothing. */
const FOLDERS = ["lib/domain/access", "lib/http/routes"];

/** Whether a module has mutants. */
export function isMutated(path) {
	return FOLDERS.some((folder) => path.startsWith(`${folder}/`)) && /(?<!\.test)\.ts$/.test(path);
}

/** Whether lists and objects of a module decide who sees rows. */
export const isFilter = (path) => path.startsWith("lib/domain/access/");

/** The modules with mutants, of a folder that contains them all. */
export function mutatedFiles(root) {
	return FOLDERS.flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)).filter(
		isMutated,
	);
}
