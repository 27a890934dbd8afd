// Plain JavaScript: the tools that build read it as it is.

/** Valid values of `BASE_PATH` besides an empty one. */
export const BASE_PATH_PATTERN = /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$/;

export const BASE_PATH_PROBLEM = "must be a path such as /targeting-ui, without a slash at its end";

/** A base path as one word, for names of directories and cookies; no two have the same. */
export function wordOfBasePath(basePath) {
	return basePath.slice(1).replaceAll("/", "+");
}

/**
 * Directory of Next's build for a base path, from the root: Next writes the path into all scripts.
 */
export function buildDirectory(basePath) {
	return basePath === "" ? ".next" : `dist/pages/next/${wordOfBasePath(basePath)}`;
}
