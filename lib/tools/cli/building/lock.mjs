import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { inProject, requireInstalledPackages } from "./project.mjs";

/**
 * Runs a step that writes build products, one process at a time. The kernel releases the lock when
 * the process ends, so a killed build leaves nothing to clean up.
 * @template T
 * @param {() => Promise<T>} step
 * @returns {Promise<T>}
 */
export async function withBuildLock(step) {
	requireInstalledPackages();
	// A tool within such a step may run steps itself, as Next does when it loads its configuration.
	if (process.env.BUILD_LOCK === "held") return step();
	const { tryLock, waitForLock } = await import("fs-native-extensions");
	const path = inProject("dist", ".lock");
	await mkdir(dirname(path), { recursive: true });
	const file = await open(path, "a+");
	try {
		if (!tryLock(file.fd)) {
			console.error("Another process is building; waiting for it to finish.");
			await waitForLock(file.fd);
		}
		process.env.BUILD_LOCK = "held";
		return await step();
	} finally {
		delete process.env.BUILD_LOCK;
		await file.close();
	}
}
