import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { billOfMaterials } from "@/lib/tools/supply-chain/bill-of-materials";
import { licenseTexts } from "@/lib/tools/supply-chain/license-texts";
import type { ProductionPackage } from "@/lib/tools/supply-chain/production-packages";
import packageJson from "@/package.json";
import type { Source } from "./source";

/** Parts that have a script of npm in an artifact, with the script's name. */
const SCRIPTS = { start: "service", worker: "worker", agent: "agent", admin: "admin", seed: "seed" };

/** Next's list, which names the directory that it was built in. */
export const SERVER_FILES = "required-server-files.json";

interface Artifact {
	readonly basePath: string;
	/** The directory of Next's build. */
	readonly pages: string;
	readonly source: Source;
	readonly packages: readonly ProductionPackage[];
}

/**
 * Writes the files that an artifact has in place of the project's: those that start it, settings of
 * Next as a server reads them, and lists of what is inside.
 * @returns their names
 */
export async function writeOwnFiles(root: string, directory: string, artifact: Artifact): Promise<string[]> {
	const json = (value: unknown) => `${JSON.stringify(value, null, "\t")}\n`;
	const { basePath, pages, source, packages } = artifact;
	const { platform, arch } = process;
	const node = packageJson.engines.node.replace(">=", "");
	const files: Record<string, string> = {
		"artifact.json": json({ version: packageJson.version, commit: source.commit, basePath, platform, arch, node }),
		"next.config.mjs": `export default ${JSON.stringify(await nextConfig(root))};\n`,
		"package.json": json(manifest(packages)),
		"run.mjs": await bundledStarter(root),
		"sbom.cdx.json": json(await billOfMaterials(root, packages)),
		"third-party-licenses.txt": licenseTexts(root, packages),
		[`${pages}/${SERVER_FILES}`]: await serverFiles(root, pages),
	};
	for (const [name, text] of Object.entries(files)) {
		await mkdir(dirname(join(directory, name)), { recursive: true });
		await writeFile(join(directory, name), text);
	}
	return Object.keys(files).sort();
}

/** Without scripts that build, and without packages for development: npm has nothing to install. */
function manifest(packages: readonly ProductionPackage[]) {
	const { name, version, description, license, type, engines, dependencies } = packageJson;
	const shipped = Object.entries(dependencies).filter(([one]) => packages.some((each) => each.name === one));
	return {
		...{ name, version, private: true, description, license, type, engines },
		os: [process.platform],
		cpu: [process.arch],
		scripts: Object.fromEntries(Object.entries(SCRIPTS).map(([script, part]) => [script, `node run.mjs ${part}`])),
		dependencies: Object.fromEntries(shipped),
	};
}

async function nextConfig(root: string): Promise<unknown> {
	const module = (await import(pathToFileURL(join(root, "next.config.mjs")).href)) as {
		default(phase: string): Promise<unknown>;
	};
	return module.default("phase-production-server");
}

async function serverFiles(root: string, pages: string): Promise<string> {
	const text = await readFile(join(root, pages, SERVER_FILES), "utf8");
	return text.replaceAll(JSON.stringify(root), JSON.stringify("."));
}

async function bundledStarter(root: string): Promise<string> {
	const { outputFiles } = await build({
		absWorkingDir: root,
		entryPoints: ["lib/tools/packaging/run.mjs"],
		bundle: true,
		write: false,
		platform: "node",
		format: "esm",
		target: "node20",
	});
	return outputFiles[0]?.text ?? "";
}
