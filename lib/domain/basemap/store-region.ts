import { isDatabaseAway } from "@/lib/platform/database-away";
import type { Service } from "@/lib/platform/service";
import { checkRegionFile, type RegionFacts } from "./check-region-file";

/** Columns of a region whose file is there. */
export interface StoredRegion extends RegionFacts {
	readonly file_key: string;
}

/**
 * Checks a file of the work directory, moves it into the file store, and records it.
 * @param record writes it; false where the region is gone, whose file is then removed
 * @throws InvalidArgumentError for a file that the map cannot draw streets from
 */
export async function storeRegion(
	service: Service,
	id: string,
	path: string,
	record: (stored: StoredRegion) => Promise<boolean>,
): Promise<void> {
	const facts = await checkRegionFile(path);
	const fileKey = `map-regions/${id}.pmtiles`;
	await service.files.put(fileKey, path);
	try {
		if (await record({ ...facts, file_key: fileKey })) return;
	} catch (error) {
		// The commit may have succeeded; then the region needs its file.
		if (!isDatabaseAway(error)) await service.files.remove(fileKey);
		throw error;
	}
	await service.files.remove(fileKey);
}
