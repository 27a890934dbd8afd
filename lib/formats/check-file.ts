import { readAudienceMeta } from "@/lib/formats/audience-meta";
import { parseJsonSection } from "@/lib/formats/container";
import { type ContainerHeader, readDirectory, readHeader, type Section } from "@/lib/formats/container-header";
import { TargetingFileError } from "@/lib/formats/errors";
import type { AudienceMeta, ProximityMeta } from "@/lib/formats/meta";
import { readProximityMeta } from "@/lib/formats/proximity-meta";
import { type ExpectedFile, streamTargetingFile } from "@/lib/formats/read-file";
import { SectionVerifier } from "@/lib/formats/section-verifier";

/**
 * Checks a file on disk without taking memory for it: that it is the expected one, its header, directory, checksums and padding, and that
 * this reader understands its META, which is the answer. Whether its indexes point to something only `openTargetingFile` tells, which needs
 * them all in memory; a file with the digest of one that was opened after it was written has that behind it.
 *
 * @throws {TargetingFileError} naming what is wrong; errors of the file system as they come
 */
export async function checkTargetingFile(
	path: string,
	expected: ExpectedFile = {},
): Promise<ProximityMeta | AudienceMeta> {
	let header: ContainerHeader | null = null;
	let sections: Section[] = [];
	let verifier: SectionVerifier | null = null;
	const take = (piece: Uint8Array, size: number) => {
		if (!verifier) {
			header = readHeader(piece, size);
			sections = readDirectory(piece, header.sectionCount, size);
			verifier = new SectionVerifier(sections);
		}
		verifier.push(piece);
	};
	return streamTargetingFile(path, expected, take, async (read) => {
		const { kind } = header ?? readHeader(new Uint8Array(0), 0);
		const section = sections.find(({ name }) => name === "META");
		if (!section) throw new TargetingFileError("invalid_content", "section META is missing");
		const meta = parseJsonSection("META", await read(section.offset, section.length));
		return kind === "proximity" ? readProximityMeta(meta) : readAudienceMeta(meta);
	});
}
