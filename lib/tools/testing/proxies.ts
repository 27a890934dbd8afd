import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { projectPath } from "@/lib/platform/project-path";
import { freePort } from "./postgres-server.mjs";

/** A proxy for one test, with the configuration that ops/proxies ships. */
export interface StartedProxy {
	/** Where it speaks HTTPS, as `localhost`. */
	readonly port: number;
	/** Where it redirects to that. */
	readonly plainPort: number;
	stop(): Promise<void>;
}

/** The name that a backend may take in place of the whole host, as the files have it in a comment. */
export const PROXIED_BASE_PATH = "/targeting-ui";

interface Places {
	readonly ports: { readonly secure: number; readonly plain: number };
	/** Of this machine. */
	readonly backends: readonly number[];
	/** Whether {@link PROXIED_BASE_PATH} is passed on alone. */
	readonly belowBasePath: boolean;
}

/** How a shipped file is changed, as an operator would, and how its program starts. */
const KINDS = {
	nginx: {
		file: "nginx.conf",
		edit: ({ ports, backends, belowBasePath }: Places): Edit[] => [
			["listen 80;", `listen 127.0.0.1:${ports.plain};`],
			["listen 443 ssl http2;", `listen 127.0.0.1:${ports.secure} ssl http2;`],
			["server_name targeting.example.com;", "server_name localhost;"],
			[
				"server 127.0.0.1:3000 max_fails=0;",
				backends.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join("\n"),
			],
			...(belowBasePath ? preferComment("location /targeting-ui {", "location / {") : []),
		],
		start: (directory: string, file: string) => {
			const process = `daemon off; master_process off; pid ${join(directory, "pid")};`;
			return ["-p", directory, "-e", "stderr", "-c", file, "-g", process];
		},
	},
	caddy: {
		file: "Caddyfile",
		edit: ({ ports, backends, belowBasePath }: Places): Edit[] => [
			["http_port 80", `admin off\n\tdefault_bind 127.0.0.1\n\thttp_port ${ports.plain}`],
			["https_port 443", `https_port ${ports.secure}`],
			["\ntargeting.example.com {", "\nlocalhost {"],
			["to 127.0.0.1:3000", `to ${backends.map((port) => `127.0.0.1:${port}`).join(" ")}`],
			...(backends.length > 1 ? [["# health_", "health_"] as Edit] : []),
			...(belowBasePath ? preferComment("reverse_proxy /targeting-ui* {", "reverse_proxy {") : []),
		],
		start: (_directory: string, file: string) => ["run", "--config", file, "--adapter", "caddyfile"],
	},
};
type Edit = readonly [from: string, to: string];
export type ProxyName = keyof typeof KINDS;
export const PROXY_NAMES = Object.keys(KINDS) as ProxyName[];

const CERTIFICATES = projectPath("lib", "processes", "server", "testing");
const CERTIFICATE: readonly Edit[] = [
	["/etc/ssl/targeting/fullchain.pem", join(CERTIFICATES, "localhost-cert.pem")],
	["/etc/ssl/targeting/privkey.pem", join(CERTIFICATES, "localhost-key.pem")],
];

/** The block of a line's comment in place of the block that it precedes. */
const preferComment = (commented: string, plain: string): Edit[] => [
	[`\t${plain}\n`, "\n"],
	[`# ${commented}`, commented],
];

/**
 * Starts a proxy with its shipped file, in which only host name, ports, certificate and backends
 * are others.
 * @throws with what the program printed, when it ends before it listens
 */
export async function startProxy(
	name: ProxyName,
	program: string,
	backends: readonly number[],
	{ belowBasePath = false } = {},
): Promise<StartedProxy> {
	const kind = KINDS[name];
	const directory = await mkdtemp(join(tmpdir(), `targeting-${name}-`));
	const ports = { secure: await freePort(), plain: await freePort() };
	const file = join(directory, kind.file);
	const shipped = await readFile(projectPath("ops", "proxies", kind.file), "utf8");
	const edits = [...CERTIFICATE, ...kind.edit({ ports, backends, belowBasePath })];
	await writeFile(file, edits.reduce(edited, shipped));

	const log = await open(join(directory, "log"), "w");
	const child = spawn(program, kind.start(directory, file), {
		// What Caddy keeps lies there.
		env: { ...process.env, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory },
		stdio: ["ignore", log.fd, log.fd],
	});
	const kill = () => child.kill("SIGKILL");
	process.once("exit", kill);
	const ended = once(child, "exit");
	while (child.exitCode === null && !(await listens(ports.secure))) await delay(50);
	if (child.exitCode !== null) throw new Error(await readFile(join(directory, "log"), "utf8"));
	return {
		port: ports.secure,
		plainPort: ports.plain,
		stop: async () => {
			// At SIGTERM Caddy waits for requests under way.
			kill();
			await ended;
			process.off("exit", kill);
			await log.close();
			await rm(directory, { recursive: true, force: true });
		},
	};
}

/** @throws when the file lacks what shall be changed */
function edited(text: string, [from, to]: Edit): string {
	if (!text.includes(from)) throw new Error(`the shipped file must have ${JSON.stringify(from)}`);
	return text.replaceAll(from, to);
}

function listens(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(port, "127.0.0.1", () => {
			socket.destroy();
			resolve(true);
		});
		socket.once("error", () => resolve(false));
	});
}
