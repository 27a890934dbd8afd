import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "@/lib/tools/testing/eventually";
import packageJson from "@/package.json";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../../..");
const canRun = ["umoci", "bwrap"].every((tool) => spawnSync(tool, ["--version"]).status === 0);
const IDS = { uid: 1000, gid: 1000 };

let directory: string;
let bundle: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
	if (!canRun) return;
	directory = await mkdtemp(join(tmpdir(), "targeting-image-test-"));
	const tool = (...args: string[]) => run(process.execPath, ["lib/tools/cli/run.mjs", ...args], { cwd: ROOT });
	const { stdout } = await tool("package", "--level", "1", "--out", directory);
	const image = join(directory, "image.tar");
	await tool("image", "--artifact", stdout.trim(), "--out", image);
	await mkdir(join(directory, "layout"));
	await run("tar", ["--extract", "--file", image, "--directory", join(directory, "layout")]);
	bundle = join(directory, "bundle");
	const rootless = process.getuid?.() === 0 ? [] : ["--rootless"];
	await run("umoci", ["unpack", ...rootless, "--image", `${join(directory, "layout")}:${packageJson.version}`, bundle]);
});
afterAll(async () => {
	for (const child of running) child.kill("SIGKILL");
	if (canRun) await rm(directory, { recursive: true, force: true });
});

/** Runs the image by its own settings: a root that is read-only, no capabilities, and /data and /tmp to write to. */
async function start(
	program: readonly string[] | null,
	environment: Record<string, string> = {},
): Promise<ChildProcess> {
	const data = await mkdtemp(join(directory, "data-"));
	const { process: own } = JSON.parse(await readFile(join(bundle, "config.json"), "utf8"));
	expect(own).toMatchObject({ user: IDS, cwd: "/app", args: ["node", "run.mjs", "service"] });
	const settings = [...(own.env as string[]).map((line) => line.split("=")), ...Object.entries(environment)];
	const child = spawn(
		"bwrap",
		[
			...["--ro-bind", join(bundle, "rootfs"), "/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"],
			...["--bind", data, "/data", "--chdir", own.cwd, "--clearenv"],
			...settings.flatMap(([name = "", value = ""]) => ["--setenv", name, value]),
			...["--unshare-user", "--uid", `${IDS.uid}`, "--gid", `${IDS.gid}`, "--cap-drop", "ALL"],
			// The network is that of this machine, for its port.
			...["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--die-with-parent", "--as-pid-1", "--info-fd", "3", "--"],
			...(program ?? own.args),
		],
		{ stdio: ["ignore", "pipe", "pipe", "pipe"] },
	);
	running.push(child);
	return child;
}

async function textOf(child: ChildProcess): Promise<string> {
	const pieces: string[] = [];
	for (const stream of [child.stdout, child.stderr])
		stream?.setEncoding("utf8").on("data", (text: string) => pieces.push(text));
	await once(child, "close");
	return pieces.join("");
}

/** The program itself, to which signals of a runtime go. */
async function pidIn(child: ChildProcess): Promise<number> {
	const pieces: Buffer[] = [];
	for await (const piece of child.stdio[3] as Readable) pieces.push(piece);
	return JSON.parse(Buffer.concat(pieces).toString("utf8"))["child-pid"];
}

async function freePort(): Promise<string> {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const address = server.address();
	server.close();
	return typeof address === "object" ? `${address?.port}` : "";
}

test.runIf(canRun)("the image can write to /data and /tmp alone, without a capability or a shell", async () => {
	const script = `const fs = require("node:fs");
const tried = (path) => { try { fs.writeFileSync(path, ""); return "written"; } catch ({ code }) { return code; } };
const status = fs.readFileSync("/proc/self/status", "utf8");
console.log(JSON.stringify([process.getuid(), tried("/app/x"), tried("/etc/x"), tried("/data/x"), tried("/tmp/x"),
	/CapEff:\\s*(\\w+)/.exec(status)[1], /NoNewPrivs:\\s*(\\d)/.exec(status)[1], fs.existsSync("/bin/sh")]));`;
	const printed = await textOf(await start(["node", "--eval", script]));
	expect(JSON.parse(printed)).toEqual([IDS.uid, "EROFS", "EROFS", "written", "written", "0".repeat(16), "1", false]);
});

test.runIf(canRun)("the image serves, and stops on SIGTERM", async () => {
	const PORT = await freePort();
	const child = await start(null, { PORT, HOST: "127.0.0.1", STOP_NOTICE_SECONDS: "0" });
	const printed = textOf(child);
	await eventually(async () => {
		expect(child.exitCode).toBeNull();
		expect((await fetch(`http://127.0.0.1:${PORT}/api/ready`)).status).toBe(200);
	});
	const page = await fetch(`http://127.0.0.1:${PORT}/signin`);
	expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Sign in")]);
	process.kill(await pidIn(child), "SIGTERM");
	expect(await printed).toContain("listening");
	expect(child.exitCode).toBe(0);
});
