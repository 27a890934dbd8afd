import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { validate } from "dockerfile-utils";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { SLOW_BODY_MS } from "@/lib/processes/server/body-guard";
import { CONNECTION_TIMES, createHttpServer, MAX_HEADER_BYTES } from "@/lib/processes/server/http-server";
import { documentedSettings, knownSettings, secretSettings } from "@/lib/tools/testing/known-settings";
import packageJson from "@/package.json";

const ROOT = join(import.meta.dirname, "../../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const unknownOf = (names: readonly string[]) => names.filter((name) => !knownSettings.has(name));
/** Parts of `run.mjs`. */
const PARTS = ["service", "worker", "agent", "admin", "seed", "health"];
const AGENT_PATHS = ["/zz/status", "/ready"];
/** The service's routes, or the agent's paths. */
const isAnswered = (path: string) =>
	existsSync(join(ROOT, "app", path, "route.ts")) ||
	(AGENT_PATHS.includes(path) && read("lib/agent/README.md").includes(`GET ${path}`));

test("the settings are those of the documentation", () => {
	expect(documentedSettings.size).toBeGreaterThan(40);
	expect(secretSettings.length).toBeGreaterThan(5);
	expect(unknownOf(["DATABASE_URL", "AGENT_CACHE", "NO_SETTING"])).toEqual(["NO_SETTING"]);
});

test("Dockerfile: well formed, pinned, of this version, not root, and checked without another program", () => {
	const text = read("Dockerfile");
	expect(validate(text)).toEqual([]);
	expect(validate("FROM node\nRUM x").map(({ message }) => message)).toEqual(["Unknown instruction: RUM"]);
	const images = [...text.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
	expect(images).toHaveLength(2);
	expect(images.filter((image) => !/^node:24\.\d+\.\d+-\w+-slim$/.test(image ?? ""))).toEqual([]);
	expect(text).toContain(`ARG VERSION=${packageJson.version}\n`);
	expect(text).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
	const [, env = ""] = /^ENV (.*)$/m.exec(text) ?? [];
	expect(unknownOf([...env.matchAll(/(\w+)=/g)].map(([, name = ""]) => name))).toEqual([]);
	expect(text).toMatch(/^HEALTHCHECK .* CMD \["node", "run\.mjs", "health"\]$/m);
	expect(text.replace(/^#.*$/gm, "")).not.toMatch(/npm|curl|latest/);
	expect(read(".dockerignore").split("\n")[0]).toBe("*");
});

interface Compose {
	services: Record<
		string,
		{
			image: string;
			command?: string[];
			environment?: Record<string, string>;
			secrets?: string[];
			volumes?: string[];
			networks?: string[];
			read_only?: boolean;
			mem_limit?: string;
			cap_drop?: string[];
			depends_on?: Record<string, unknown>;
			healthcheck?: { test?: string[]; disable?: boolean };
		}
	>;
	secrets: Record<string, { file: string }>;
	volumes: Record<string, unknown>;
	networks: Record<string, unknown>;
}

test("compose: names that exist, images by fixed tags, secrets in files, nothing writable", () => {
	const compose: Compose = parse(read("ops/compose.yml"), { merge: true });
	const own = `targeting-service:${packageJson.version}`;
	const entries = Object.entries(compose.services);
	expect(entries.map(([name]) => name)).toEqual(["service", "worker", "agent", "database", "objects", "bucket"]);
	for (const [name, service] of entries) {
		const { image, command = [], environment = {}, depends_on = {}, healthcheck } = service;
		expect(image, name).toMatch(/:\d+\.\d+[\w.-]*$/);
		expect(Object.keys(depends_on).filter((other) => compose.services[other] === undefined)).toEqual([]);
		expect((service.secrets ?? []).filter((secret) => compose.secrets[secret] === undefined)).toEqual([]);
		expect((service.networks ?? []).filter((network) => compose.networks[network] === undefined)).toEqual([]);
		const volumes = (service.volumes ?? []).map((volume) => volume.split(":")[0] ?? "");
		expect(volumes.filter((volume) => compose.volumes[volume] === undefined)).toEqual([]);
		if (image !== own) continue;
		expect(service.mem_limit, name).toMatch(/^\d+g$/);
		expect([PARTS.includes(command[0] ?? ""), service.read_only, service.cap_drop]).toEqual([true, true, ["ALL"]]);
		expect(unknownOf(Object.keys(environment)), name).toEqual([]);
		const files = Object.values(environment).filter((value) => value.startsWith("/run/secrets/"));
		expect(files.filter((file) => !service.secrets?.includes(file.slice("/run/secrets/".length)))).toEqual([]);
		const checked = healthcheck?.test?.at(-1);
		if (checked !== undefined) expect(isAnswered(new URL(checked).pathname), checked).toBe(true);
	}
	expect(entries.filter(([, { image }]) => image === own).map(([name]) => name)).toEqual([
		"service",
		"worker",
		"agent",
	]);
});

describe("proxies", () => {
	const seconds = (text: string) => {
		const [, count, unit] = /^(\d+)([smh])$/.exec(text) ?? [];
		return Number(count) * ({ s: 1, m: 60, h: 3_600 }[unit ?? ""] ?? Number.NaN);
	};
	/** The value behind a word of a file. */
	const settingOf = (file: string, word: string) =>
		new RegExp(`^\\s*${word}:? ([^;\\n]+);?$`, "m").exec(read(`ops/proxies/${file}`))?.[1] ?? "none";

	test.each([
		["nginx.conf", "keepalive_timeout"],
		["Caddyfile", "keepalive"],
		["traefik-dynamic.yml", "idleConnTimeout"],
	])("%s gives idle connections up before the service does", async (file, word) => {
		const { keepAliveTimeout } = await createHttpServer({ TLS_CERT_FILE: undefined, TLS_KEY_FILE: undefined });
		expect(seconds(settingOf(file, word))).toBeLessThan(keepAliveTimeout / 1_000);
	});

	test("nginx leaves limits to the service", () => {
		const { silentMs, unreadMs } = CONNECTION_TIMES;
		expect(seconds(settingOf("nginx.conf", "client_body_timeout"))).toBeGreaterThan(SLOW_BODY_MS / 1_000);
		expect(seconds(settingOf("nginx.conf", "send_timeout"))).toBeGreaterThan(unreadMs / 1_000);
		for (const word of ["proxy_send_timeout", "proxy_read_timeout"])
			expect(seconds(settingOf("nginx.conf", word))).toBeGreaterThanOrEqual(silentMs / 1_000);
		expect(settingOf("nginx.conf", "client_max_body_size")).toBe("0");
		expect(settingOf("nginx.conf", "large_client_header_buffers")).toBe(`4 ${MAX_HEADER_BYTES / 1024}k`);
	});

	test.each(["as it is", "with what is commented"])("traefik: names that exist, and no limits, %s", (variant) => {
		const text = (name: string) =>
			variant === "as it is" ? read(`ops/proxies/${name}`) : withComments(read(`ops/proxies/${name}`));
		const { entryPoints, providers } = parse(text("traefik.yml"));
		const { http, tls } = parse(text("traefik-dynamic.yml"), { uniqueKeys: false });
		expect(providers.file.filename).toBe("/etc/traefik/traefik-dynamic.yml");
		expect(entryPoints[entryPoints.web.http.redirections.entryPoint.to].address).toBe(":443");
		const { readTimeout, writeTimeout } = entryPoints.websecure.transport.respondingTimeouts;
		expect([readTimeout, writeTimeout]).toEqual(["0s", "0s"]);
		const { targeting } = http.routers;
		expect(targeting.entryPoints.filter((name: string) => entryPoints[name] === undefined)).toEqual([]);
		expect(targeting.middlewares.filter((name: string) => http.middlewares[name] === undefined)).toEqual([]);
		const { loadBalancer } = http.services[targeting.service];
		expect(http.serversTransports[loadBalancer.serversTransport].forwardingTimeouts.responseHeaderTimeout).toBe("0s");
		if (variant !== "as it is") expect(isAnswered(loadBalancer.healthCheck.path)).toBe(true);
		expect(tls.certificates).toHaveLength(1);
	});
	/** Comments that are settings: those with a colon behind their first word, or in a list. */
	const withComments = (text: string) => text.replace(/^( *)# ( *(?:- )?[a-zA-Z]+: ?[^ ]*(?: && .*)?)$/gm, "$1$2");
});

describe("systemd", () => {
	const units = readdirSync(join(ROOT, "ops/systemd")).filter((name) => name.endsWith(".service"));

	test.each(units)("%s starts a part with settings that exist", (name) => {
		const unit = read(`ops/systemd/${name}`);
		expect(unit).toMatch(/^MemoryMax=\d+G$/m);
		expect(PARTS).toContain(/^ExecStart=\/usr\/bin\/node \S*run\.mjs (\w+)$/m.exec(unit)?.[1]);
		const [, environment = ""] = /^Environment=(.*)$/m.exec(unit) ?? [];
		const names = [...environment.matchAll(/(\w+)=/g)].map(([, one = ""]) => one);
		expect([names.length > 0, unknownOf(names)]).toEqual([true, []]);
		const [, user = ""] = /^User=(.*)$/m.exec(unit) ?? [];
		expect(read("ops/systemd/targeting-service.sysusers.conf")).toMatch(new RegExp(`^u ${user} `, "m"));
	});

	const hasTool = spawnSync("systemd-analyze", ["--version"]).status === 0;
	test.skipIf(!hasTool).each(units)("%s is exposed by less than 2 of 10", (name) => {
		const args = ["security", "--offline=true", "--no-pager", join(ROOT, "ops/systemd", name)];
		const judged = execFileSync("systemd-analyze", args, { encoding: "utf8" });
		expect(Number(/exposure level for \S+: ([\d.]+)/.exec(judged)?.[1])).toBeLessThan(2);
	});
});

interface Manifest {
	apiVersion: string;
	kind: string;
	metadata: { name: string };
	spec?: {
		selector?: { matchLabels?: Record<string, string> };
		template?: { metadata: { labels: Record<string, string> }; spec: { containers: Container[] } };
	};
}
interface Container {
	image: string;
	args: string[];
	env?: { name: string }[];
	ports?: { containerPort: number }[];
	securityContext: unknown;
	[probe: `${string}Probe`]: { httpGet: { path: string } };
}

describe("Kubernetes", () => {
	const folders = ["ops/kubernetes", "ops/kubernetes/agent"];
	const bases = folders.map((folder) => ({ folder, base: parse(read(`${folder}/kustomization.yaml`)) }));
	const manifests: Manifest[] = bases.flatMap(({ folder, base }) =>
		base.resources.flatMap((file: string) =>
			parseAllDocuments(read(`${folder}/${file}`)).map((document) => document.toJS()),
		),
	);

	test("each manifest has the fields of its kind, and no others", () => {
		const lines = manifests.map((manifest, index) => {
			const { apiVersion, kind } = manifest;
			const name = `${apiVersion.startsWith("keda.sh/") ? "@kubernetes-models/keda" : "kubernetes-models"}/${apiVersion}/${kind}`;
			const value = JSON.stringify(manifest, null, "\t");
			return `export const manifest${index}: import(${JSON.stringify(name)}).I${kind} = ${value};`;
		});
		const wrong =
			'export const wrong: import("kubernetes-models/v1/Namespace").INamespace = { apiVersion: "v1", kind: "Namespace", metdata: {} };';
		expect(problemsOf([...lines, wrong])).toEqual([expect.stringContaining("'metdata' does not exist")]);
	});

	test("names, paths, ports, versions and rights are those of the code", () => {
		const workloads = manifests.filter(({ spec }) => spec?.template !== undefined);
		expect(workloads.map(({ metadata }) => metadata.name)).toEqual([
			"targeting-service",
			"targeting-worker",
			"targeting-agent",
		]);
		for (const { spec } of workloads) {
			expect(spec?.template?.metadata.labels).toEqual(spec?.selector?.matchLabels);
			for (const container of spec?.template?.spec.containers ?? []) expectOwnContainer(container);
		}
		for (const { base } of bases) {
			expect(base.images).toEqual([{ name: "targeting-service", newTag: packageJson.version }]);
			const literals: string[] = base.configMapGenerator[0].literals;
			expect(unknownOf(literals.map((literal) => literal.split("=")[0] ?? ""))).toEqual([]);
		}
		const metric = /query: max\((\w+)\)/.exec(read("ops/kubernetes/worker-scaling.yaml"))?.[1] ?? "none";
		expect(read("docs/operations/watch.md")).toContain(`\`${metric}\``);
	});

	function expectOwnContainer(container: Container): void {
		expect([container.image, PARTS.includes(container.args[0] ?? "")]).toEqual(["targeting-service", true]);
		expect(container.securityContext).toEqual({
			allowPrivilegeEscalation: false,
			readOnlyRootFilesystem: true,
			capabilities: { drop: ["ALL"] },
		});
		expect(unknownOf((container.env ?? []).map(({ name }) => name))).toEqual([]);
		expect((container.ports ?? []).filter(({ containerPort }) => ![3000, 7070].includes(containerPort))).toEqual([]);
		for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"] as const) {
			const path = container[probe]?.httpGet.path;
			if (path !== undefined) expect(isAnswered(path), path).toBe(true);
		}
	}
});

/** What TypeScript says of lines, with the types of Kubernetes' own description. */
function problemsOf(lines: readonly string[]): string[] {
	const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");
	const directory = mkdtempSync(join(ROOT, "node_modules", ".manifests-"));
	try {
		writeFileSync(join(directory, "manifests.ts"), `${lines.join("\n")}\n`);
		const args = [
			"--ignoreConfig",
			"--noEmit",
			"--strict",
			"--skipLibCheck",
			"--module",
			"esnext",
			"--moduleResolution",
			"bundler",
		];
		const { stdout } = spawnSync(process.execPath, [compiler, ...args, "manifests.ts"], {
			cwd: directory,
			encoding: "utf8",
		});
		return stdout.split("\n").filter((line) => line.includes("error TS"));
	} finally {
		rmSync(directory, { recursive: true });
	}
}
