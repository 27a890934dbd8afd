import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** @returns {string | null} the path of nginx, from PATH or as Debian installs it */
export function findNginx() {
	const directories = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];
	return directories.map((directory) => join(directory, "nginx")).find(isExecutable) ?? null;
}

function isExecutable(path) {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
