import { createReadStream } from "node:fs";
import { posix } from "node:path";
import type { ConvertedLayer } from "./jobs";
import { KmlFeatures } from "./kml-features";
import { readXml } from "./read-xml";
import type { SourceFile } from "./source-files";
import { type WriteBudget, WrittenText } from "./written-text";

const CHUNK_BYTES = 256 * 1024;

/**
 * Writes the placemarks of KML as Features by lines. Files of one archive are all read, so that
 * links between them add nothing.
 * @throws InvalidArgumentError for a file that is not XML; TooLargeError
 */
export async function readKml(
	files: readonly SourceFile[],
	name: string,
	{ path, budget }: { path: string; budget: WriteBudget },
): Promise<ConvertedLayer[]> {
	let count = 0;
	const text = new WrittenText(path, budget);
	try {
		for (const file of files) {
			const isBeside = (link: string) =>
				[posix.join(posix.dirname(file.name), link), posix.normalize(link)].some((to) =>
					files.some((each) => each.name === to),
				);
			const write = (feature: object) => {
				count += 1;
				text.write(`${JSON.stringify(feature)}\n`);
			};
			const features = new KmlFeatures(write, isBeside);
			await readXml(createReadStream(file.path, { highWaterMark: CHUNK_BYTES }), `the file is ${name}`, features);
		}
	} finally {
		text.close();
	}
	return count === 0 ? [] : [{ name: "", kind: "features", path, columns: [] }];
}
