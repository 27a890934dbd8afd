import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { type ImageSettings, imageSettings } from "./image-settings";

const run = promisify(execFile);
/** Names of processors in images. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };

/** An artifact, the Dockerfile whose settings its image gets, and the name of the image. */
export interface ImageOf {
	readonly artifact: string;
	readonly dockerfile: string;
	readonly name: string;
	/** Seconds since 1970, of everything in it. */
	readonly time: number;
}

/**
 * Writes an OCI image as one file, without Docker, by umoci: this Node.js, the libraries that it and
 * the artifact need of this machine, and the artifact. There is no shell in it.
 * @throws Error where umoci is missing
 */
export async function writeImage(out: string, { artifact, dockerfile, name, time }: ImageOf): Promise<void> {
	const settings = imageSettings(await readFile(dockerfile, "utf8"));
	const work = await mkdtemp(join(tmpdir(), "targeting-image-"));
	try {
		const app = join(work, "app", settings.workingDirectory);
		await mkdir(app, { recursive: true });
		await run("tar", ["--extract", "--file", artifact, "--directory", app, "--strip-components", "1"]);
		await writeBase(join(work, "base"), app, settings);
		for (const volume of settings.volumes) await mkdir(join(work, "data", volume), { recursive: true, mode: 0o700 });
		const layout = join(work, "layout");
		const image = `${layout}:${name}`;
		const created = new Date(time * 1_000).toISOString();
		await run("umoci", ["init", "--layout", layout]);
		await run("umoci", ["new", "--image", image]);
		// What seldom changes comes first: registries have it already.
		for (const layer of ["base", "data", "app"]) {
			const owner = layer === "data" ? settings.user : "0:0";
			await tar(join(work, `${layer}.tar`), join(work, layer), { owner, time });
			const added = ["raw", "add-layer", "--history.created", created, "--image", image];
			await run("umoci", [...added, join(work, `${layer}.tar`)]);
		}
		await run("umoci", ["config", "--image", image, ...configOf(settings, created)]);
		await run("umoci", ["gc", "--layout", layout]);
		await tar(out, layout, { owner: "0:0", time });
	} finally {
		await rm(work, { recursive: true });
	}
}

/** The directories of the system, with Node.js, its libraries and one user. */
async function writeBase(base: string, app: string, { user }: ImageSettings): Promise<void> {
	const put = async (path: string) => {
		await mkdir(dirname(join(base, path)), { recursive: true });
		await copyFile(path, join(base, path));
	};
	const node = join(base, "usr/local/bin/node");
	await mkdir(dirname(node), { recursive: true });
	await copyFile(process.execPath, node);
	await chmod(node, 0o755);
	const entries = await readdir(app, { recursive: true, withFileTypes: true });
	const native = entries.filter((entry) => entry.isFile() && /\.(node|so)(\.|$)/.test(entry.name));
	const programs = [node, ...native.map(({ parentPath, name }) => join(parentPath, name))];
	for (const library of await librariesOf(programs, app)) await put(library);
	// A runtime mounts over these; it cannot make them on a root that is read-only.
	for (const name of ["dev", "etc", "proc", "sys", "tmp"]) await mkdir(join(base, name), { recursive: true });
	await chmod(join(base, "tmp"), 0o1777);
	await writeFile(join(base, "etc/nsswitch.conf"), "hosts: files dns\n");
	await writeFile(join(base, "etc/passwd"), `root:x:0:0::/:\nnode:x:${user}::/tmp:\n`);
	await writeFile(join(base, "etc/group"), `root:x:0:\nnode:x:${user.split(":")[1]}:\n`);
}

/** Libraries of this machine, as the loader finds them; those of the artifact come with it. */
async function librariesOf(programs: readonly string[], app: string): Promise<string[]> {
	const found = new Set<string>();
	for (const program of programs) {
		// Some packages bring programs of other platforms, too, which need nothing of this one.
		const { stdout } = await run("ldd", [program]).catch(() => ({ stdout: "" }));
		for (const [, path = ""] of stdout.matchAll(/(?:=> |^\s*)(\/\S+) \(0x/gm))
			if (!path.startsWith(app)) found.add(path);
	}
	return [...found].sort();
}

function configOf(settings: ImageSettings, created: string): string[] {
	const each = (option: string, values: readonly string[]) => values.flatMap((value) => [`--${option}`, value]);
	return [
		...each("config.user", [settings.user]),
		...each("config.workingdir", [settings.workingDirectory]),
		...each("config.env", ["PATH=/usr/local/bin", ...settings.environment]),
		...each("config.exposedports", settings.ports),
		...each("config.volume", settings.volumes),
		...each("config.entrypoint", settings.entrypoint),
		...each("config.cmd", settings.command),
		...["--os", "linux", "--architecture", ARCHITECTURES[process.arch] ?? process.arch],
		...["--created", created, "--history.created", created],
	];
}

async function tar(out: string, directory: string, { owner, time }: { owner: string; time: number }): Promise<void> {
	const [user = "", group = ""] = owner.split(":");
	const alike = [`--owner=${user}`, `--group=${group}`, "--numeric-owner", `--mtime=@${time}`, "--sort=name"];
	await run("tar", ["--create", "--file", out, "--directory", directory, ...alike, "."]);
}
