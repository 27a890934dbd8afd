import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { parseCall } from "@/clients/cli/src/command";
import { COMMANDS } from "@/clients/cli/src/commands";
import { parseAgentOptions } from "@/lib/agent/options";
import packageJson from "@/package.json";
import { parseAdminArguments } from "./admin/arguments";
import { documentedSettings, knownSettings } from "./testing/known-settings";
import { type ShellCommand, shellCommands } from "./testing/shell-commands";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const PAGES = [
	...readdirSync(join(ROOT, "docs/operations")).map((name) => `docs/operations/${name}`),
	...["README.md", "lib/agent/README.md"],
];
const compose: { services: Record<string, unknown> } = parse(read("ops/compose.yml"), { merge: true });
const manifests = ["service", "worker"].map((name) => read(`ops/kubernetes/${name}.yaml`)).join("\n");

/**
 * Programs of the operator's machine: what they do there is not the project's to prove. Their lines
 * are read by a shell, and the files, settings and versions in them are looked at.
 */
const SYSTEM: Readonly<Record<string, string>> = {
	"ln mkdir cp mv cat chmod touch printf echo export set cd read word": "the shell and its files",
	"curl jq sleep": "the requests are those of the demo, whose paths are looked at",
	"sha256sum ssh-keygen tar openssl tr skopeo": "tools that make or check files of the operator",
	"systemctl journalctl systemd-sysusers systemd-run": "systemd of the operator's machine",
	"kubectl git": "a cluster and a checkout of the operator",
};
const system = new Set(Object.keys(SYSTEM).flatMap((names) => names.split(" ")));
/** Lines that are no commands as they stand. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
	"npm run --silent admin -- verify-audit --head 48211:9f3c…": "the hash is shortened",
};
/** Variables that no setting is. */
const OTHERS: Readonly<Record<string, string>> = {
	STOPS: "how often the test that the line names stops its service",
	NODE_EXTRA_CA_CERTS: "of Node.js",
	VISITS_TOKEN: "a value that the operator's own file of state names",
	BUILDS_HOOK: "likewise",
};

/** What a parser has against its arguments; placeholders such as COMMAND stand for any. */
function problemOf(parser: (args: readonly string[]) => unknown, args: readonly string[]): string | null {
	if (args.length === 0 || ["COMMAND", "…", "$@"].includes(args[0] ?? "")) return null;
	try {
		parser(args);
		return null;
	} catch (error) {
		return String(error);
	}
}

const PARTS: Readonly<Record<string, (args: readonly string[]) => string | null>> = {
	service: () => null,
	worker: () => null,
	health: () => null,
	admin: (args) => problemOf(parseAdminArguments, args),
	seed: (args) => (args.every((arg, at) => /^--(?:out|devices)$/.test(arg) || at % 2 === 1) ? null : "unknown option"),
	agent: (args) => {
		const known = args.filter((arg, at) => !["--key-file", "--ca"].includes(args[at - 1] ?? "") && arg !== "--ca");
		const usable = known.map((arg) => (/^(?:URL|\$\w+)$/.test(arg) ? "http://localhost:3000" : arg));
		return problemOf(
			(all) => parseAgentOptions(all, { AGENT_KEY: "key" }),
			usable.filter((arg) => arg !== "--key-file"),
		);
	},
};

function problemOfNpm([verb = "", ...args]: readonly string[]): string | null {
	if (["ci", "start", "test"].includes(verb)) return null;
	const [name = "", ...rest] = args.filter((arg) => arg !== "--silent");
	if (verb !== "run" || !Object.hasOwn(packageJson.scripts, name)) return `no script ${name}`;
	if (rest.length > 0 && rest[0] !== "--") return "arguments without --";
	const given = rest.slice(1);
	const path = given.find((arg) => /\.(?:test|spec)\.ts$/.test(arg));
	if (path !== undefined && !existsSync(join(ROOT, path))) return `no file ${path}`;
	return PARTS[name]?.(given) ?? null;
}

/** A file, or a part of an artifact. */
function problemOfNode([file = "", part = "", ...args]: readonly string[]): string | null {
	if (file !== "run.mjs") return existsSync(join(ROOT, file)) || file === "dist/agent.mjs" ? null : `no file ${file}`;
	if (part === "COMMAND" || part === "PART") return null;
	const parse = PARTS[part];
	return parse === undefined ? `no part ${part}` : parse(args);
}

const OPTIONS_WITH_VALUE = ["--env", "--volume", "--profile", "--tag", "--file"];
function problemOfDocker([first, ...args]: readonly string[]): string | null {
	if (first !== "compose") return null;
	const words = args.filter((arg, at) => !arg.startsWith("-") && !OPTIONS_WITH_VALUE.includes(args[at - 1] ?? ""));
	const [verb = "", ...rest] = words;
	const names = verb === "up" ? rest : rest.slice(0, 1).map((name) => name.split(":")[0] ?? "");
	const unknown = names.filter((name) => !Object.hasOwn(compose.services, name));
	if (unknown.length > 0) return `no service ${unknown}`;
	const [service = ""] = rest;
	if (verb === "run") return problemOfNode(["run.mjs", ...args.slice(args.indexOf(service) + 1)]);
	return args.includes("run.mjs") ? problemOfNode(args.slice(args.indexOf("run.mjs"))) : null;
}

const CHECKS: Readonly<Record<string, (args: readonly string[]) => string | null>> = {
	npm: problemOfNpm,
	node: problemOfNode,
	docker: problemOfDocker,
	admin: (args) => PARTS.admin?.(args) ?? null,
	install: (args) => {
		const missing = args.filter((arg) => /^targeting-(?:service|worker|agent)\.[\w.]+$/.test(arg));
		return missing.find((name) => !existsSync(join(ROOT, "ops/systemd", name))) ?? null;
	},
	kubectl: (args) => {
		const keys = args.flatMap((arg) => /^--from-file=(.+)$/.exec(arg)?.[1] ?? []);
		return keys.find((key) => !manifests.includes(key)) ?? null;
	},
	curl: problemOfCurl,
	targeting: ([name, ...args]) => {
		const command = COMMANDS.find((one) => one.name === name);
		return command === undefined ? `no command ${name}` : problemOf(() => parseCall(command, args), [""]);
	},
};

/** The directory of a route, whose parameters are variables of the line. */
function routeOf(path: string): string | null {
	let directory = "app";
	for (const segment of path.split("/").filter((one) => one !== "")) {
		const names = readdirSync(join(ROOT, directory));
		const next = segment.startsWith("$") ? names.find((name) => /^\[\w+\]$/.test(name)) : segment;
		if (next === undefined || !names.includes(next)) return null;
		directory += `/${next}`;
	}
	return existsSync(join(ROOT, directory, "route.ts")) ? `${directory}/route.ts` : null;
}

function problemOfCurl(args: readonly string[]): string | null {
	const address = args.find((arg) => /^\$S\/|^https?:/.test(arg)) ?? "";
	const path = address.replace(/^\$S|^https?:\/\/[^/]+/, "").split("?")[0] ?? "";
	if (address.includes(":7070")) return read("lib/agent/README.md").includes(path) ? null : `no path ${path}`;
	const method = args[args.indexOf("-X") + 1 || Number.NaN] ?? (args.includes("-d") ? "POST" : "GET");
	const route = routeOf(path);
	if (route === null) return `no route ${path}`;
	return new RegExp(`\\b${method}\\b`).test(read(route)) ? null : `${path} takes no ${method}`;
}

function problemsOf(command: ShellCommand, functions: ReadonlySet<string>): string[] {
	const { program, args, sets } = command;
	const known = program === "" || functions.has(program) || system.has(program) || Object.hasOwn(CHECKS, program);
	return [
		...(known ? [] : ["an unknown program"]),
		...(CHECKS[program]?.(args) ?? [])
			.toString()
			.split("\n")
			.filter((problem) => problem !== ""),
		...sets.filter((name) => /^[A-Z]\w+_/.test(name) && !knownSettings.has(name) && OTHERS[name] === undefined),
	];
}

const examples = PAGES.flatMap((page) =>
	[...read(page).matchAll(/^( *)```(?:sh|bash|console)\n([\s\S]*?)^\1```/gm)].map(([, , script = ""], at) => ({
		name: `${page}, example ${at + 1}`,
		script,
	})),
);

describe.each(examples)("$name", ({ script }) => {
	test("is a script", () => {
		expect(() => execFileSync("bash", ["-n"], { input: script, stdio: ["pipe", "pipe", "pipe"] })).not.toThrow();
	});

	test("has commands, options, paths, files and settings that exist", () => {
		const lines = script.split("\n").filter((line) => !Object.keys(EXCEPTIONS).some((known) => line.startsWith(known)));
		const commands = shellCommands(lines.join("\n"));
		const functions = new Set(commands.flatMap(({ defines }) => defines ?? []));
		const problems = commands.flatMap((command) =>
			problemsOf(command, functions).map((problem) => `${command.program} ${command.args.join(" ")}: ${problem}`),
		);
		expect(commands.length).toBeGreaterThan(0);
		expect(problems).toEqual([]);
	});
});

test("commands within sentences exist, too", () => {
	const inline = PAGES.flatMap((page) =>
		[
			...read(page)
				.replace(/^( *)```[\s\S]*?^\1```/gm, "")
				.matchAll(/`((?:[A-Z_]+=\S+ )*(?:npm|node|docker|targeting) [^`]+)`/g),
		].map(([, text = ""]) => ({ page, text })),
	);
	expect(inline.length).toBeGreaterThan(40);
	const wrong = inline.flatMap(({ page, text }) =>
		shellCommands(text)
			.flatMap((command) => problemsOf(command, new Set()))
			.map((problem) => `${page}: ${text}: ${problem}`),
	);
	expect(wrong).toEqual([]);
});

test.each([
	"npm run nothing",
	"npm run --silent admin -- sign-in-link",
	"npm run admin list-people",
	"NO_SUCH_SETTING=1 npm start",
	"node run.mjs server",
	"node run.mjs agent --servr $S",
	"docker compose exec services cat /data/first-password",
	"docker compose run --rm service admin restored /backups",
	"install -m 0644 targeting-services.service /etc/systemd/system/ || install targeting-service.timer /etc",
	"kubectl create secret generic a --from-file=database-urls",
	"curl -s $S/targeting/designs/$ID/requests -d KEY=$D",
	"targeting exports",
	"targeting apply -f state.yaml --dry",
	"curl -s -X PATCH $S/targeting/designs/$ID/request",
	"X=$(curls $S/api/designs)",
])("%s is found to be wrong", (line) => {
	expect(shellCommands(line).flatMap((command) => problemsOf(command, new Set()))).not.toEqual([]);
});

test("examples name the version of the project", () => {
	const versions = examples.flatMap(({ script }) => [...script.matchAll(/targeting-service[-:](\d+\.\d+\.\d+)/g)]);
	expect(versions.length).toBeGreaterThan(2);
	expect(new Set(versions.map(([, version]) => version))).toEqual(new Set([packageJson.version]));
});

test("every setting is documented, and every documented one is read", () => {
	const declared = [...read("lib/platform/env.ts").matchAll(/^\t([A-Z][A-Z0-9_]+):/gm)].map(([, name = ""]) => name);
	const beside = declared.filter((name) => !documentedSettings.has(name));
	expect(declared.length).toBeGreaterThan(50);
	expect(beside).toEqual([]);
	expect([...documentedSettings].filter((name) => !declared.includes(name))).toEqual([]);
});
