import { readFile } from "node:fs/promises";
import { writeAtomically } from "./atomic-write.mjs";
import { inProject } from "./project.mjs";

const MAPLIBRE_FILES = ["maplibre-gl-worker.mjs", "maplibre-gl-shared.mjs"];

/** Copies the map's web worker to where the browser loads it; bundlers do not find it. */
export async function copyMapFiles() {
	for (const name of MAPLIBRE_FILES) {
		const contents = await readFile(inProject("node_modules", "maplibre-gl", "dist", name));
		const target = inProject("public", "maplibre", name);
		const present = await readFile(target).catch(() => null);
		if (present === null || !present.equals(contents)) await writeAtomically(target, contents);
	}
}
