import type { EvaluationSource } from "@/lib/engine/audience/evaluate";
import type { Service } from "@/lib/platform/service";
import type { PreparedSource } from "./find-sources";

/** Files of a source that are fetched from a remote store at once. */
const AT_ONCE = 4;

/** The sources with local paths of their files. */
export async function openSources(
	service: Service,
	sources: readonly PreparedSource[],
): Promise<(EvaluationSource & { parquetPaths: string[] })[]> {
	return Promise.all(
		sources.map(async ({ slug, fileKeys }) => ({ slug, parquetPaths: await localPaths(service, fileKeys) })),
	);
}

/** Local paths of files, in their order. */
export async function localPaths({ files }: Pick<Service, "files">, keys: readonly string[]): Promise<string[]> {
	const paths: string[] = [];
	for (let from = 0; from < keys.length; from += AT_ONCE) {
		paths.push(...(await Promise.all(keys.slice(from, from + AT_ONCE).map((key) => files.localPath(key)))));
	}
	return paths;
}
