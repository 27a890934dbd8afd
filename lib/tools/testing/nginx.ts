import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** An nginx for one test, with ports of this machine as backends. */
export interface Nginx {
	readonly url: string;
	stop(): Promise<void>;
}

/** Starts nginx with the manual's settings for keep-alive to backends, and defaults otherwise. */
export async function startNginx(program: string, ports: readonly number[]): Promise<Nginx> {
	const directory = mkdtempSync(join(tmpdir(), "targeting-nginx-"));
	const port = await freePort();
	writeFileSync(join(directory, "nginx.conf"), configuration(directory, port, ports));
	const args = ["-p", directory, "-e", join(directory, "error.log"), "-c", join(directory, "nginx.conf")];
	const child = spawn(program, args, { stdio: ["ignore", "ignore", "inherit"] });
	const ended = new Promise<void>((resolve) => {
		child.once("exit", () => resolve());
	});
	const url = `http://127.0.0.1:${port}`;
	while (child.exitCode === null && !(await answers(url))) await delay(50);
	return {
		url,
		stop: async () => {
			child.kill("SIGTERM");
			await ended;
			rmSync(directory, { recursive: true, force: true });
		},
	};
}

function configuration(directory: string, port: number, ports: readonly number[]): string {
	const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
		(name) => `${name}_temp_path ${join(directory, name)};`,
	);
	const servers = ports.map((each) => `server 127.0.0.1:${each} max_fails=0;`);
	return `
		daemon off; master_process off; pid ${join(directory, "pid")};
		events { worker_connections 1024; }
		http {
			access_log off; ${temporary.join(" ")}
			upstream service { ${servers.join(" ")} keepalive 32; }
			server {
				listen 127.0.0.1:${port};
				location / { proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection ""; }
			}
		}`;
}

async function answers(url: string): Promise<boolean> {
	return fetch(url).then(
		(answer) => answer.arrayBuffer().then(() => true),
		() => false,
	);
}

function freePort(): Promise<number> {
	return new Promise((resolve) => {
		const server = createServer().listen(0, "127.0.0.1", () => {
			const address = server.address();
			server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
		});
	});
}
