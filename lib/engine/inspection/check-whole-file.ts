import { countItems } from "@/lib/formats/count-items";
import { openTargetingFile, readTargetingBytes } from "@/lib/formats/open";
import type { FileCheckJob, FileContents } from "./jobs";

/**
 * Reads a file as an agent does, with every checksum and index, and describes its contents.
 * @throws TargetingFileError that names the problem
 */
export async function checkWholeFile({ path }: FileCheckJob): Promise<FileContents> {
	const bytes = await readTargetingBytes(path);
	const file = openTargetingFile(bytes);
	const counts = countItems(file, bytes);
	return {
		kind: file.kind,
		size: file.bytes,
		formatVersion: file.formatVersion,
		sets: file.meta.sets.map(({ set_id, set_name, targeting_code }, index) => ({
			set_id,
			set_name,
			targeting_code,
			itemCount: counts[index] as number,
		})),
		sources: [...file.meta.sources],
		itemCount: file.kind === "proximity" ? file.meta.counts.fences : file.meta.counts.devices,
	};
}
