import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { SOCKET_PATH_LIMIT } from "@/lib/agent/http/listen-on-path";
import { AuthorityFileError, readAuthorities } from "@/lib/agent/outbound/authorities";
import { findProxy, type HttpProxy, ProxySettingError } from "@/lib/agent/outbound/proxy";
import { parseMemorySize } from "@/lib/agent/parse-memory-size";
import { comparableTexts } from "@/lib/formats/comparable-text";

/** Validated options of an agent. */
export interface AgentOptions {
	/** Base URL of the service, without a trailing slash. */
	server: string;
	key: string;
	/** Port to listen on; 0 for any free one. */
	port: number;
	host: string;
	/** Path of a Unix socket to answer on as well; null for none. */
	socket: string | null;
	/** Loads only deployments with one of these tags; all of the target when empty. */
	tags: readonly string[];
	/** Limit of the memory for targeting files and data derived from them, in bytes. */
	memoryLimit: number;
	/** Threads that answer lookups; one is the main thread. */
	threads: number;
	/** Directory of the agent's own files; one agent at a time. */
	cacheDirectory: string;
	/** Between the agent and the service; null for a direct connection. */
	proxy: HttpProxy | null;
	/**
	 * Between the agent and an address of the service's file store.
	 * @throws ProxySettingError
	 */
	storeProxy: (address: string) => HttpProxy | null;
	/** Whether files may come from the service's file store, by addresses that the service names. */
	signedDownloads: boolean;
	/** Certificates of authorities to trust beside those that Node.js trusts, in PEM form. */
	authorities: readonly string[];
}

/** An invalid flag or environment variable; the message names it. */
export class UsageError extends Error {
	override name = "UsageError";
}

export const HELP = `On-premises agent: loads the activated targeting files of a deployment target and answers lookups.

  AGENT_KEY=KEY npm run agent -- --server URL [options]
  npm run agent -- --server URL --key-file FILE [options]

  --server URL    address of the Targeting Service, for example https://targeting.example.com
  --key-file FILE file with the agent key of the deployment target and nothing else (default: the key in AGENT_KEY)
  --port PORT     port to answer lookups on; 0 for any free one (default 7070)
  --host HOST     address to answer lookups on (default 127.0.0.1)
  --socket PATH   Unix socket to answer lookups on as well, for the user and the group of the agent; with one thread only
  --tags A,B      load only deployments that carry at least one of these tags (default: all of the target)
  --memory SIZE   most memory for targeting files and what is derived from them (of proximity files, 1.2 to 1.4 times their size in all),
                  such as 4GB, 512MB or 2GiB (default: three quarters of the available memory)
  --threads N     threads that answer lookups from one copy of the files, from 1 to 64 (default 1)
  --cache DIR     directory for downloaded files, one agent each (default: below .data, by server and address)
  --ca FILE       certificates of further authorities to trust, in PEM form: those of a private authority or of a proxy
  --signed-downloads false
                  download from the service alone, and never from an object store that it names (default true)
  --help          this text

Each flag can also be given as an environment variable: AGENT_SERVER, AGENT_KEY_FILE, AGENT_PORT, AGENT_HOST, AGENT_SOCKET,
AGENT_TAGS, AGENT_MEMORY, AGENT_THREADS, AGENT_CACHE, AGENT_CA, AGENT_SIGNED_DOWNLOADS. A flag wins over its variable, and AGENT_KEY over AGENT_KEY_FILE. The key itself is no
flag: other users of this machine see command lines.

A proxy between the agent and the service: HTTPS_PROXY or HTTP_PROXY, such as http://user:password@proxy.example.com:3128,
and NO_PROXY for what is reached directly.
`;

/** More threads than a machine has cores only take turns. */
const MOST_THREADS = 64;

const FLAGS = [
	"server",
	"key-file",
	"port",
	"host",
	"socket",
	"tags",
	"memory",
	"threads",
	"cache",
	"ca",
	"signed-downloads",
] as const;
type Flag = (typeof FLAGS)[number];

/**
 * Parses the agent's command line and environment (docs/contract.md, Lookups). Null when help was
 * requested.
 * @throws UsageError naming the flag or variable
 */
export function parseAgentOptions(
	argv: readonly string[],
	environment: Readonly<Record<string, string | undefined>>,
): AgentOptions | null {
	const flags = readFlags(argv);
	if (flags.help) return null;
	const setting = (flag: Flag): { name: string; value: string } | null => {
		const given = flags[flag];
		if (given !== undefined) return { name: `--${flag}`, value: given };
		const variable = variableOf(flag);
		const value = environment[variable];
		return value === undefined || value === "" ? null : { name: variable, value };
	};
	const given = setting("server");
	if (!given) throw new UsageError("--server is missing: give it, or set AGENT_SERVER");
	const server = checkServer(given);
	const key = checkKey(findKey(flags["key-file"], environment.AGENT_KEY, setting("key-file")));
	const port = checkPort(setting("port") ?? { name: "--port", value: "7070" });
	const host = checkHost(setting("host") ?? { name: "--host", value: "127.0.0.1" });
	const memory = setting("memory");
	const cache = setting("cache");
	const socket = setting("socket");
	const threads = checkThreads(setting("threads") ?? { name: "--threads", value: "1" });
	if (socket && threads > 1)
		throw new UsageError(`${socket.name} needs one thread: Node.js shares no Unix socket among threads`);
	const ca = setting("ca");
	if (cache && cache.value.trim() === "") throw new UsageError(`${cache.name} must name a directory`);
	return {
		server,
		key,
		port,
		host,
		socket: socket && checkSocket(socket),
		tags: checkTags(setting("tags") ?? { name: "--tags", value: "" }),
		memoryLimit: memory ? checkMemory(memory) : defaultMemoryLimit(),
		threads,
		cacheDirectory: cache?.value ?? defaultCacheDirectory(server, host, port),
		proxy: checkProxy(server, environment),
		storeProxy: (address) => findProxy(address, environment),
		signedDownloads: checkSwitch(setting("signed-downloads") ?? { name: "--signed-downloads", value: "true" }),
		authorities: ca ? checkAuthorities(ca) : [],
	};
}

function readFlags(argv: readonly string[]): Partial<Record<Flag, string>> & { help?: boolean } {
	if (argv.some((argument) => /^--key(=|$)/.test(argument)))
		throw new UsageError(
			"--key is not taken, as other users of this machine see command lines: set AGENT_KEY, or name a file by --key-file",
		);
	try {
		const text = { type: "string" } as const;
		const { values } = parseArgs({
			args: [...argv],
			strict: true,
			allowPositionals: false,
			options: {
				server: text,
				"key-file": text,
				port: text,
				host: text,
				socket: text,
				tags: text,
				memory: text,
				threads: text,
				cache: text,
				ca: text,
				"signed-downloads": text,
				help: { type: "boolean", short: "h" },
			},
		});
		return values;
	} catch (error) {
		throw new UsageError(error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
	}
}

interface Setting {
	name: string;
	value: string;
}

const variableOf = (flag: Flag) => `AGENT_${flag.toUpperCase().replace("-", "_")}`;

/** The flag wins over the variable with the key, and that over the variable with a file. */
function findKey(flag: string | undefined, key: string | undefined, file: Setting | null): Setting {
	if (flag === undefined && key !== undefined && key !== "") return { name: "AGENT_KEY", value: key };
	if (file === null) {
		throw new UsageError("the agent key is missing: set AGENT_KEY, or name a file by --key-file or AGENT_KEY_FILE");
	}
	try {
		return { name: `${file.name} ${file.value}`, value: readFileSync(file.value, "utf8").trim() };
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new UsageError(`${file.name} names ${file.value}, which cannot be read (${reason})`);
	}
}

function checkServer({ name, value }: Setting): string {
	const url = URL.canParse(value) ? new URL(value) : null;
	if (!url || (url.protocol !== "http:" && url.protocol !== "https:"))
		throw new UsageError(`${name} must be an address like https://targeting.example.com`);
	if (url.username || url.password || url.search || url.hash)
		throw new UsageError(`${name} must not contain a user, a password, a query or a fragment`);
	return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

function checkKey({ name, value }: Setting): string {
	// Sent in a header: other characters would fail later, with an error that quotes the key.
	if (!/^[\x21-\x7e]+$/.test(value)) throw new UsageError(`${name} must be the key without spaces or line breaks`);
	return value;
}

function checkPort({ name, value }: Setting): number {
	const port = /^\d{1,5}$/.test(value) ? Number(value) : -1;
	if (port < 0 || port > 65_535) throw new UsageError(`${name} must be a port number from 0 to 65535`);
	return port;
}

function checkHost({ name, value }: Setting): string {
	if (!/^[^\s/]+$/.test(value)) throw new UsageError(`${name} must be a host name or an IP address`);
	return value;
}

function checkSocket({ name, value }: Setting): string {
	if (value.trim() === "" || Buffer.byteLength(value) > SOCKET_PATH_LIMIT)
		throw new UsageError(`${name} must be a path of at most ${SOCKET_PATH_LIMIT} bytes`);
	return value;
}

function checkMemory({ name, value }: Setting): number {
	const bytes = parseMemorySize(value);
	if (bytes === null) throw new UsageError(`${name} must be a size like 4GB or 512MB`);
	return bytes;
}

function checkThreads({ name, value }: Setting): number {
	const threads = /^\d{1,2}$/.test(value) ? Number(value) : 0;
	if (threads < 1 || threads > MOST_THREADS)
		throw new UsageError(`${name} must be a number of threads from 1 to ${MOST_THREADS}`);
	return threads;
}

function checkSwitch({ name, value }: Setting): boolean {
	if (value !== "true" && value !== "false") throw new UsageError(`${name} must be true or false`);
	return value === "true";
}

function checkTags({ name, value }: Setting): string[] {
	// Like the service's tags, because terminals and files write accents differently.
	const tags = comparableTexts(value.split(","));
	// The service's limits: tags above them match nothing.
	if (tags.length > 50 || tags.some((tag) => [...tag].length > 64))
		throw new UsageError(`${name} must be at most 50 tags of at most 64 characters, separated by commas`);
	return tags;
}

function checkProxy(server: string, environment: Readonly<Record<string, string | undefined>>): HttpProxy | null {
	try {
		return findProxy(server, environment);
	} catch (error) {
		throw error instanceof ProxySettingError ? new UsageError(error.message) : error;
	}
}

function checkAuthorities({ name, value }: Setting): string[] {
	try {
		return readAuthorities(value);
	} catch (error) {
		throw error instanceof AuthorityFileError ? new UsageError(`${name} ${error.message}`) : error;
	}
}

/** Three quarters of the memory of the container or machine; the process needs the rest. */
function defaultMemoryLimit(): number {
	const constrained = process.constrainedMemory?.() ?? 0;
	const machine = totalmem();
	return Math.floor((constrained > 0 && constrained < machine ? constrained : machine) * 0.75);
}

/** By server and address, so that two agents with different ports do not share one. */
function defaultCacheDirectory(server: string, host: string, port: number): string {
	const name = createHash("sha256").update(`${server}\n${host}:${port}`).digest("hex").slice(0, 12);
	return join(".data", `agent-${name}`);
}
