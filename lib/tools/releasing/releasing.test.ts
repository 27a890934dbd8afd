import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { releaseProblem } from "./release-problem";
import { signRelease } from "./sign-release";
import { verifyRelease } from "./verify-release";

const CHANGELOG = "# Changelog\n\n## 1.1.0 - 2026-12-01\n\n### Added\n\n- Circles.\n\n## 1.0.0 - soon\n\n- All.\n";
const SOURCE = { commit: "0".repeat(40), isChanged: false, time: 0 };

test.each([
	["1.1.0", SOURCE, null],
	["1.1.0", { ...SOURCE, commit: null }, "this is no repository"],
	["1.1.0", { ...SOURCE, isChanged: true }, "files differ from it"],
	["1.2.0", SOURCE, "CHANGELOG.md has no part for 1.2.0"],
	["1.1", SOURCE, "CHANGELOG.md has no part for 1.1,"],
	["1.0.0", SOURCE, 'must end with its day, as in "## 1.0.0 - 2026-11-28"'],
])("version %s of %j: %s", (version, source, problem) => {
	const found = releaseProblem(version, CHANGELOG, source);
	expect(found).toEqual(problem === null ? null : expect.stringContaining(problem));
});

test("a version of which the changelog says nothing is not released", () => {
	expect(releaseProblem("1.1.0", "## 1.1.0 - 2026-12-01\n\nSoon.\n", SOURCE)).toBe(
		"CHANGELOG.md says nothing about 1.1.0",
	);
});

describe("a signed release", () => {
	let directory: string;
	let keys: string;
	beforeEach(async () => {
		directory = await mkdtemp(join(tmpdir(), "targeting-release-"));
		keys = await mkdtemp(join(tmpdir(), "targeting-release-keys-"));
		for (const name of ["own", "other"]) {
			execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", join(keys, name)]);
		}
		await writeFile(join(directory, "artifact.tgz"), "all that runs");
		await writeFile(join(directory, "artifact.tgz.provenance.json"), "{}");
		await signRelease(directory, join(keys, "own"));
	});
	afterEach(async () => {
		for (const each of [directory, keys]) await rm(each, { recursive: true });
	});
	const verify = (path = directory, key = "own.pub") => verifyRelease(path, join(keys, key));
	const inRelease = (name: string) => join(directory, name);

	test("is verified by its public key, as a whole or a file", async () => {
		expect(await verify()).toEqual(["artifact.tgz", "artifact.tgz.provenance.json"]);
		expect(await verify(inRelease("artifact.tgz"))).toEqual(["artifact.tgz"]);
		execFileSync("sha256sum", ["--check", "--strict", "--quiet", "SHA256SUMS"], { cwd: directory });
	});

	test("is refused with another key, and with none", async () => {
		await expect(verify(directory, "other.pub")).rejects.toThrow("ssh-keygen: ");
		await expect(verify(directory, "own")).rejects.toThrow("has no public key");
		await expect(verify(directory, "none")).rejects.toThrow("ENOENT");
	});

	test.each<[string, (directory: string) => Promise<void>, string]>([
		["a changed file", (at) => writeFile(join(at, "artifact.tgz"), "else"), "artifact.tgz is not what was signed"],
		["a missing file", (at) => rm(join(at, "artifact.tgz")), "ENOENT"],
		["a file that was added", (at) => writeFile(join(at, "more.tgz"), ""), "more.tgz is not in SHA256SUMS"],
		["a changed list", (at) => writeFile(join(at, "SHA256SUMS"), ""), "ssh-keygen: "],
		["no signature", (at) => rm(join(at, "SHA256SUMS.sig")), "ENOENT"],
	])("is refused with %s", async (_, change, problem) => {
		await change(directory);
		await expect(verify()).rejects.toThrow(problem);
	});

	test("is refused when it was signed for something else", async () => {
		await rm(inRelease("SHA256SUMS.sig"));
		execFileSync("ssh-keygen", ["-Y", "sign", "-q", "-n", "mail", "-f", join(keys, "own"), inRelease("SHA256SUMS")]);
		await expect(verify()).rejects.toThrow("ssh-keygen: ");
	});
});
