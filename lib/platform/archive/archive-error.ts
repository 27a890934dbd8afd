/** An archive that cannot be read, or not with this passphrase; in words for people. */
export class ArchiveError extends Error {
	override name = "ArchiveError";
}
