import { bundleIsFresh, ensureBundle, THREADS } from "./bundle.mjs";
import { ensureGenerated, generatedIsFresh } from "./generated.mjs";
import { withBuildLock } from "./lock.mjs";
import { copyMapFiles } from "./public-files.mjs";

/**
 * Prepares what Next's own commands need: generated sources, the map's files, bundles of threads.
 */
export async function prepareForNext() {
	if ((await generatedIsFresh()) && (await threadsAreFresh())) return;
	await withBuildLock(async () => {
		await ensureGenerated();
		await copyMapFiles();
		for (const name of THREADS) await ensureBundle(name);
	});
}

async function threadsAreFresh() {
	for (const name of THREADS) if (!(await bundleIsFresh(name))) return false;
	return true;
}
