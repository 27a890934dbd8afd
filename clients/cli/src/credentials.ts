import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { UsageError } from "./exit";

/** Where the service is, and the key for it. */
export interface Credentials {
	readonly url: string;
	readonly key: string;
}
type Env = Readonly<Record<string, string | undefined>>;

/** The file that `login` writes. */
export const credentialsFile = (env: Env = process.env): string =>
	join(env.XDG_CONFIG_HOME || join(homedir(), ".config"), "targeting", "credentials.json");

/**
 * The credentials of the environment before those of the file. A kept key goes to the address that it was
 * kept for alone.
 * @throws UsageError without them
 */
export async function findCredentials(env: Env = process.env): Promise<Credentials> {
	const { TARGETING_URL, TARGETING_KEY } = env;
	const kept = TARGETING_URL && TARGETING_KEY ? null : await readCredentials(env);
	const url = TARGETING_URL ? addressOf(TARGETING_URL, env) : kept?.url;
	if (url === undefined)
		throw new UsageError("no service is known: run `targeting login`, or set TARGETING_URL and TARGETING_KEY");
	if (TARGETING_KEY) return { url, key: TARGETING_KEY };
	if (kept?.url === url) return kept;
	throw new UsageError(`no key for ${url} is known: run \`targeting login\`, or set TARGETING_KEY`);
}

async function readCredentials(env: Env): Promise<Credentials | null> {
	const file = credentialsFile(env);
	const found = await stat(file).catch(() => null);
	if (found === null) return null;
	if (process.platform !== "win32" && (found.mode & 0o077) !== 0) {
		throw new UsageError(`${file} may be read by others: run \`chmod 600\` on it, or \`targeting login\` again`);
	}
	try {
		const { url, key } = JSON.parse(await readFile(file, "utf8")) as Partial<Credentials>;
		if (typeof url === "string" && typeof key === "string") return { url, key };
	} catch {}
	throw new UsageError(`${file} has no address and key: run \`targeting login\` again`);
}

/** Keeps credentials in a file that only its owner reads. */
export async function keepCredentials(credentials: Credentials, env: Env = process.env): Promise<string> {
	const file = credentialsFile(env);
	const draft = `${file}.${randomUUID()}`;
	await mkdir(dirname(file), { recursive: true, mode: 0o700 });
	await writeFile(draft, JSON.stringify(credentials), { mode: 0o600, flag: "wx" });
	await rename(draft, file);
	return file;
}

/** Removes what `login` kept; says whether there was anything. */
export async function forgetCredentials(env: Env = process.env): Promise<boolean> {
	const file = credentialsFile(env);
	const found = await stat(file).catch(() => null);
	await rm(file, { force: true });
	return found !== null;
}

const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * An address to send the key to: by HTTPS, or on this machine.
 * @throws UsageError for another
 */
export function addressOf(text: string, env: Env = process.env): string {
	const url = URL.canParse(text) ? new URL(text) : null;
	const isPlain = url?.protocol === "http:" && (THIS_MACHINE.test(url.hostname) || env.ALLOW_PLAIN_HTTP === "true");
	if (url === null || !(url.protocol === "https:" || isPlain)) {
		throw new UsageError(
			`the service's address must begin with https:// (http:// on this machine alone), and is '${text}'`,
		);
	}
	if (url.username !== "" || url.password !== "")
		throw new UsageError("the service's address must not have a user or password");
	return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}
