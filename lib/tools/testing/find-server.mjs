import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * @param {string} name such as `nginx`
 * @returns {string | null} the path of a server's program, from PATH or as Debian installs it
 */
export function findServer(name) {
	const directories = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
	return directories.map((directory) => join(directory, name)).find(isExecutable) ?? null;
}

function isExecutable(path) {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
