import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AuthorityFileError, readAuthorities } from "@/lib/agent/outbound/authorities";
import { AUTHORITY, certificatePath, OTHER_AUTHORITY } from "@/lib/agent/testing/certificates";

let directory = "";
beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "agent-ca-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function file(text: string): Promise<string> {
	const path = join(directory, "ca.pem");
	await writeFile(path, text);
	return path;
}

test("reads every certificate of a file, whatever stands between them", async () => {
	const path = await file(`# ours\r\n${AUTHORITY}\nsubject=/CN=another\n${OTHER_AUTHORITY}`);
	expect(readAuthorities(path)).toEqual([AUTHORITY.trim(), OTHER_AUTHORITY.trim()]);
});

test("says what is wrong with a file", async () => {
	const broken = AUTHORITY.replace("MII", "AAA");
	const wrong = [
		[join(directory, "none"), /^names \S+, which cannot be read \(ENOENT\)$/],
		[directory, /^names \S+, which cannot be read \(EISDIR\)$/],
		[certificatePath("service-key"), /^names \S+, which has no certificate in PEM form$/],
		[await file(`${OTHER_AUTHORITY}${broken}`), /^names \S+, whose certificate number 2 is not readable$/],
	] as const;
	for (const [path, message] of wrong) {
		expect(() => readAuthorities(path)).toThrow(AuthorityFileError);
		expect(() => readAuthorities(path)).toThrow(message);
	}
});
