import type { EvaluationSource } from "@/lib/engine/audience/evaluate";
import type { Service } from "@/lib/platform/service";
import type { PreparedSource } from "./find-sources";

/** Files of a source that are fetched from a remote store at once. */
const AT_ONCE = 4;

/** The engine that evaluates audiences, and the sources in the form that it reads. */
export interface OpenedSources {
	/** AUDIENCE_ENGINE_URL; null for DuckDB in this process. */
	readonly engineUrl: string | null;
	readonly sources: (EvaluationSource & { parquetPaths: string[] })[];
}

/** The sources with local paths of their files, or with their keys for an engine that reads the store. */
export async function openSources(
	service: Pick<Service, "files" | "settings">,
	sources: readonly PreparedSource[],
): Promise<OpenedSources> {
	const { AUDIENCE_ENGINE_URL: engineUrl = null } = service.settings;
	const paths = (keys: readonly string[]) => (engineUrl === null ? localPaths(service, keys) : [...keys]);
	const opened = sources.map(async ({ slug, fileKeys }) => ({ slug, parquetPaths: await paths(fileKeys) }));
	return { engineUrl, sources: await Promise.all(opened) };
}

/** Local paths of files, in their order. */
export async function localPaths({ files }: Pick<Service, "files">, keys: readonly string[]): Promise<string[]> {
	const paths: string[] = [];
	for (let from = 0; from < keys.length; from += AT_ONCE) {
		paths.push(...(await Promise.all(keys.slice(from, from + AT_ONCE).map((key) => files.localPath(key)))));
	}
	return paths;
}
