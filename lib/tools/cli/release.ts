/**
 * `npm run release -- --key FILE`: makes a release in dist/release-VERSION (docs/operations/upgrade.md,
 * Make a release): artifact, clients, image, bill of materials, provenance, and their digests, signed
 * with an SSH key. `--out DIRECTORY` writes elsewhere, `--no-image` leaves the image out.
 */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs, promisify } from "node:util";
import { projectPath } from "@/lib/platform/project-path";
import { readSource } from "@/lib/tools/packaging/source";
import { releaseProblem } from "@/lib/tools/releasing/release-problem";
import { ReleaseError } from "@/lib/tools/releasing/run-ssh-keygen";
import { signRelease } from "@/lib/tools/releasing/sign-release";
import { version } from "@/package.json";

const name = `targeting-service-${version}`;
const { values } = parseArgs({
	options: { key: { type: "string" }, out: { type: "string" }, "no-image": { type: "boolean" } },
});
try {
	await release(resolve(values.out ?? join("dist", `release-${version}`)), values.key);
} catch (error) {
	console.error(error instanceof ReleaseError ? `release: ${error.message}` : error);
	process.exitCode = 1;
}

async function release(out: string, key: string | undefined): Promise<void> {
	if (key === undefined) throw new ReleaseError("--key must name the private key that signs, as ssh-keygen makes it");
	const changelog = await readFile(projectPath("CHANGELOG.md"), "utf8");
	const problem = releaseProblem(version, changelog, await readSource(process.cwd()));
	if (problem !== null) throw new ReleaseError(problem);
	await mkdir(out, { recursive: true });
	if ((await readdir(out)).length > 0) throw new ReleaseError(`${out} must be empty: a release is made as a whole`);
	await step("run.mjs", "package", "--out", out);
	const artifact = (await readdir(out)).find((file) => file.endsWith(".tgz")) ?? "";
	await writeBill(join(out, artifact));
	await step("package-clients.mjs");
	const clients = join("dist", "clients");
	for (const file of (await readdir(clients)).filter((each) => /\.(tgz|whl)$/.test(each))) {
		await copyFile(join(clients, file), join(out, file));
	}
	if (!values["no-image"]) {
		const image = `${artifact.slice(0, -".tgz".length)}-oci.tar`;
		await step("run.mjs", "image", "--artifact", join(out, artifact), "--out", join(out, image));
	}
	await signRelease(out, resolve(key));
	console.log(`${out}: signed`);
}

/** Runs one of the commands that make a part. */
async function step(script: string, ...args: string[]): Promise<void> {
	const child = spawn(process.execPath, [projectPath("lib", "tools", "cli", script), ...args], { stdio: "inherit" });
	const [code] = await once(child, "close");
	if (code !== 0) throw new ReleaseError(`${[script, ...args].join(" ")} ended with exit code ${code}`);
}

/** The artifact has its bill of materials inside; beside it, it is read without unpacking. */
async function writeBill(artifact: string): Promise<void> {
	const args = ["--extract", "--to-stdout", "--file", artifact, `${name}/sbom.cdx.json`];
	const { stdout } = await promisify(execFile)("tar", args, { maxBuffer: 64 * 1024 * 1024 });
	await writeFile(`${artifact}.sbom.cdx.json`, stdout);
}
