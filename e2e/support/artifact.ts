import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "@playwright/test";
import { buildListRow } from "@/lib/contract/build";
import { deployment } from "@/lib/contract/deployment";
import { design } from "@/lib/contract/design";
import packageJson from "@/package.json" with { type: "json" };
import type { RunningAgent } from "./agent";
import type { ApiClient } from "./api-client";
import { answersOf, expectedAnswers, type JobDesign } from "./job-designs";

const execute = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
const NAME = `targeting-service-${packageJson.version}`;

/** Makes the artifact as `npm run package` does, and unpacks it elsewhere. */
export async function unpackArtifact(directory: string): Promise<string> {
	const make = ["lib/tools/cli/run.mjs", "package", "--level", "1", "--out", directory];
	const { stdout } = await execute(process.execPath, make, { cwd: ROOT });
	const path = stdout.trim();
	const sha256 = createHash("sha256").update(await readFile(path));
	const sum = sha256.digest("hex");
	expect(await readFile(`${path}.sha256`, "utf8")).toBe(`${sum}  ${NAME}-${process.platform}-${process.arch}.tgz\n`);
	expect(JSON.parse(await readFile(`${path}.provenance.json`, "utf8"))).toMatchObject({
		subject: [{ digest: { sha256: sum } }],
		predicate: { buildDefinition: { externalParameters: { version: packageJson.version } } },
	});
	await execute("tar", ["--extract", "--file", path, "--directory", directory]);
	const artifact = join(directory, NAME);
	// Nothing that runs names the directory of the sources.
	const naming = execute("grep", ["-rlF", ROOT, "--exclude-dir=node_modules", artifact]);
	expect(await naming.catch(({ code, stdout }) => ({ code, stdout }))).toEqual({ code: 1, stdout: "" });
	return artifact;
}

/**
 * Does the main job: a design is saved, built, requested and activated, and the agent answers.
 * @param partner decides
 * @returns the design's id
 */
export async function expectJobToWork(
	job: JobDesign,
	{
		customer,
		partner,
		targetId,
		agent,
	}: { customer: ApiClient; partner: ApiClient; targetId: string; agent: RunningAgent },
): Promise<string> {
	const { id } = await job.save(customer);
	await customer.act(design, `/targeting/designs/${id}/request`, { reason: "artifact" });
	const builtAs = async () => {
		const [row] = await customer.list(buildListRow, "/targeting/builds", { q: job.name });
		return row?.last_build_id ?? null;
	};
	await expect.poll(builtAs).not.toBeNull();
	const asked = await customer.act(deployment, `/targeting/builds/${await builtAs()}/request`, { targetId });
	const decided = await partner.act(deployment, `/targeting/deployments/${asked.id}/activate`);
	expect(decided.status).toBe("activated");
	await expect.poll(() => answersOf(agent, job, id)).toEqual(expectedAnswers(job));
	return id;
}
