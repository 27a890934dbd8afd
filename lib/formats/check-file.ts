import { parseJsonSection } from "@/lib/formats/container";
import { type ContainerHeader, readDirectory, readHeader, type Section } from "@/lib/formats/container-header";
import { TargetingFileError } from "@/lib/formats/errors";
import type { ContainerKind, TargetingKind } from "@/lib/formats/layout";
import type { AudienceMeta, ProximityMeta } from "@/lib/formats/meta";
import { readAudienceMeta } from "@/lib/formats/read-audience-meta";
import { type ExpectedFile, streamTargetingFile } from "@/lib/formats/read-file";
import { readProximityMeta } from "@/lib/formats/read-proximity-meta";
import { SectionVerifier } from "@/lib/formats/section-verifier";

/**
 * Checks a file on disk without loading it: digest, header, directory, checksums, padding and META.
 * Indexes between sections are not checked, which only `openTargetingFile` can do.
 *
 * @returns the file's META
 * @throws {TargetingFileError} naming the problem; file system errors pass through
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
		requireTargetingKind(kind);
		const section = sections.find(({ name }) => name === "META");
		if (!section) throw new TargetingFileError("invalid_content", "section META is missing");
		const meta = parseJsonSection("META", await read(section.offset, section.length));
		return kind === "proximity" ? readProximityMeta(meta) : readAudienceMeta(meta);
	});
}

/** @throws {TargetingFileError} for a list of opt-outs, which answers no lookup */
export function requireTargetingKind(kind: ContainerKind): asserts kind is TargetingKind {
	if (kind !== "opt-outs") return;
	throw new TargetingFileError("invalid_content", "this is a list of opt-outs, and not a targeting file");
}
