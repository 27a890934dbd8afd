import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { ROUTES } from "@/lib/generated/routes";
import { openApiDocument } from "@/lib/http/openapi/open-api-document";
import { parseEnvironment } from "@/lib/platform/env";
import { projectPath } from "@/lib/platform/project-path";

/** Redocly's program reports its use and looks for updates otherwise. */
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
const PROGRAM = projectPath("node_modules", "@redocly", "cli", "bin", "cli.js");

/** What Redocly's recommended rules say of a document. */
async function problemsOf(document: unknown): Promise<unknown[]> {
	const directory = await mkdtemp(join(tmpdir(), "targeting-rules-"));
	try {
		const [file, config] = [join(directory, "openapi.json"), join(directory, "redocly.yaml")];
		await writeFile(file, JSON.stringify(document));
		await writeFile(config, "extends:\n  - recommended\n");
		const options = { env: { ...process.env, ...QUIET }, maxBuffer: 16_777_216 };
		const args = [PROGRAM, "lint", file, "--config", config, "--format=json"];
		// It ends with 1 where it found an error, and with 0 where it only warns.
		const { stdout } = await promisify(execFile)(process.execPath, args, options).catch(
			(error: { stdout: string }) => error,
		);
		const { problems } = JSON.parse(stdout) as { problems: { ruleId: string; message: string }[] };
		return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
	} finally {
		await rm(directory, { recursive: true });
	}
}

test("the document keeps Redocly's recommended rules, and one that breaks them is found", async () => {
	const document = openApiDocument(ROUTES, { settings: parseEnvironment({}) });
	const { license: _, ...unlicensed } = document.info;
	const found = await Promise.all([document, { ...document, info: unlicensed }].map(problemsOf));
	expect(found).toEqual([[], [expect.stringContaining("info-license")]]);
});
