/**
 * Says why an artifact cannot run here: it was made for other machines, or for another path.
 * @param {{ platform: string, arch: string, node: string, basePath: string }} artifact
 * @param {string} part
 * @param {{ platform: string, arch: string, version: string, basePath: string }} [here]
 * @returns {string | null}
 */
export function problemOf(artifact, part, here = thisMachine()) {
	const [made, present] = [artifact, here].map(({ platform, arch }) => `${platform}-${arch}`);
	if (made !== present) return `this artifact is for ${made}, and this machine is ${present}`;
	if (isOlder(here.version, artifact.node)) {
		return `Node.js must be ${artifact.node} or later, and is ${here.version}`;
	}
	if (part === "service" && artifact.basePath !== here.basePath) {
		const word = (path) => (path === "" ? "no path" : path);
		return `BASE_PATH must be ${word(artifact.basePath)}, for which this artifact was built, and is ${word(here.basePath)}`;
	}
	return null;
}

function thisMachine() {
	const { platform, arch, versions, env } = process;
	return { platform, arch, version: versions.node, basePath: env.BASE_PATH ?? "" };
}

function isOlder(version, least) {
	const [major, minor] = version.split(".").map(Number);
	const [leastMajor, leastMinor] = least.split(".").map(Number);
	return major < leastMajor || (major === leastMajor && minor < leastMinor);
}
