import type { Source } from "@/lib/tools/packaging/source";

/**
 * Says why a version cannot be released, or null: its sources must be a commit, and its part of
 * CHANGELOG.md must have a day and something to read.
 */
export function releaseProblem(version: string, changelog: string, source: Source): string | null {
	if (source.commit === null) return "a release is made from a commit, and this is no repository";
	if (source.isChanged) return "a release is made from a commit, and files differ from it: commit or remove them";
	const parts = changelog.split(/^## /m).slice(1);
	const part = parts.find((text) => text.split(/\s/, 1)[0] === version);
	if (part === undefined) return `CHANGELOG.md has no part for ${version}, the version of package.json`;
	const [heading = "", ...lines] = part.split("\n");
	const [, day = ""] = / - (\d{4}-\d{2}-\d{2})$/.exec(heading) ?? [];
	if (Number.isNaN(Date.parse(day))) {
		return `the heading of ${version} in CHANGELOG.md must end with its day, as in "## ${version} - 2026-11-28"`;
	}
	if (!lines.some((line) => line.startsWith("- "))) return `CHANGELOG.md says nothing about ${version}`;
	return null;
}
