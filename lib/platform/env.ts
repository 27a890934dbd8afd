import { readFileSync } from "node:fs";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { emailAddress } from "@/lib/contract/email-address";
import { parseAudienceEngineUrl } from "./audience-engine-url";
import { BASE_PATH_PATTERN, BASE_PATH_PROBLEM } from "./base-path.mjs";
import { signedDownloadsProblem } from "./files/file-store-url";
import { shareOfMemory } from "./memory-limit.mjs";

/** A number of seconds, calls or workers in an environment variable. */
const count = (fallback: number, { min = 0, max = 1_000_000_000 } = {}) =>
	z
		.string()
		.regex(/^\d+$/, "must be a whole number")
		.transform(Number)
		.pipe(z.number().min(min).max(max))
		.default(fallback);

const flag = z
	.enum(["true", "false"])
	.transform((value) => value === "true")
	.default(false);

/** The service's address in links, without a slash at its end. */
const publicUrl = z.string().transform((value, context) => {
	const url = URL.canParse(value) ? new URL(value) : undefined;
	const address = url && `${url.origin}${url.pathname}`;
	if (address !== undefined && /^https?:$/.test(url?.protocol ?? "") && address === url?.href)
		return address.replace(/\/$/, "");
	const message = "must be an address such as https://targeting.example.com";
	context.addIssue({ code: "custom", message });
	return z.NEVER;
});

/** The issuer of single sign-on; on this machine it may do without HTTPS. */
const issuerUrl = z
	.string()
	.refine(isIssuer, "must be an https:// address without query and fragment, as the provider's own documents name it");

function isIssuer(value: string): boolean {
	const url = URL.canParse(value) ? new URL(value) : undefined;
	if (url === undefined || /[?#]/.test(value) || url.username !== "" || url.password !== "") return false;
	return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

/** Whether a host of a URL is this machine itself. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** Address of another server, without a slash at its end. */
const serverUrl = z
	.string()
	.refine(
		(value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && !/[?#]/.test(value),
		"must be an address such as https://maps.example.com, without query and fragment",
	)
	.transform((value) => value.replace(/\/$/, ""));

/** CIDR blocks and addresses, separated by commas or blanks. */
const networks = z
	.string()
	.default("")
	.transform((value) => value.split(/[\s,]+/).filter((entry) => entry !== ""))
	.refine(
		(entries) => entries.every((entry) => ipaddr.isValidCIDR(entry) || ipaddr.isValid(entry)),
		"must be CIDR blocks or addresses separated by commas, such as 10.1.0.0/16",
	);

/** `name@example.com` or `Name <name@example.com>`. */
const sender = z.string().refine((value) => {
	const [, name = "", address] = /^(?:([^<>"\r\n]{0,100})\s<)?([^<>\s]+@[^<>\s]+?)>?$/.exec(value) ?? [];
	return emailAddress.safeParse(address).success && value === (value.endsWith(">") ? `${name} <${address}>` : address);
}, "must be an address such as targeting@example.com or Targeting <targeting@example.com>");

const postgresUrl = z
	.string()
	.regex(/^postgres(ql)?:\/\//, "must start with postgresql://")
	.refine(
		(value) => URL.canParse(value),
		"must be an address, with special characters of the password percent-encoded",
	);

const mailServer = z
	.string()
	.refine(
		(value) => URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol) && new URL(value).hostname !== "",
		"must be an address such as smtp://user:password@mail.example.com:587",
	);

const audienceEngineUrl = z.string().superRefine((value, context) => {
	const problem = parseAudienceEngineUrl(value);
	if (typeof problem === "string") context.addIssue({ code: "custom", message: problem });
});

const serviceSecret = z.string().min(32, "must have at least 32 characters").optional();

const schema = z.object({
	PORT: count(3000, { max: 65_535 }),
	HOST: z.string().min(1).default("0.0.0.0"),
	METRICS_PORT: count(0, { max: 65_535 }),
	PUBLIC_URL: publicUrl.optional(),
	BASE_PATH: z.string().regex(BASE_PATH_PATTERN, BASE_PATH_PROBLEM).default(""),
	DATA_DIR: z.string().min(1).default(".data"),
	DATABASE_URL: postgresUrl.optional(),
	DATABASE_CONNECTIONS: count(20, { min: 2, max: 1_000 }),
	DATABASE_REPLICA_URL: postgresUrl.optional(),
	FILE_STORE_URL: z
		.string()
		.regex(/^(file|s3):/, "must start with file: or s3:")
		.optional(),
	SIGNED_DOWNLOADS: flag,
	AUDIENCE_ENGINE_URL: audienceEngineUrl.optional(),
	NEXTAUTH_SECRET: serviceSecret,
	NEXTAUTH_SECRET_PREVIOUS: serviceSecret,
	BACKUP_PASSPHRASE: z.string().optional(),
	TOKEN_TTL_SECONDS: count(86_400, { min: 1, max: 31_536_000 }),
	TOKEN_RATE_LIMIT: count(600, { min: 1 }),
	API_RATE_LIMIT: count(0),
	WRONG_KEY_RATE_LIMIT: count(300),
	SCHEDULE_LATEST_SECONDS: count(3_600, { min: 60 }),
	AUDIT_RETENTION_DAYS: count(0, { max: 36_500 }).refine(
		(days) => days === 0 || days >= 30,
		"must be 0, for ever, or at least 30",
	),
	REQUEST_REMINDER_HOURS: count(24, { max: 8_760 }),
	ALLOW_PLAIN_HTTP: flag,
	STOP_NOTICE_SECONDS: count(3, { max: 3_600 }),
	BUILD_WORKERS: count(1, { max: 64 }),
	BUILD_LEASE_SECONDS: count(30, { min: 2, max: 86_400 }),
	BUILD_MEMORY_MB: count(shareOfMemory(1_024), { min: 128, max: 1_048_576 }),
	BUILD_MAX_BYTES: count(4_294_967_296, { max: Number.MAX_SAFE_INTEGER }),
	GEOFENCES_MAX_BYTES: count(4_294_967_296, { max: Number.MAX_SAFE_INTEGER }),
	INVENTORY_MAX_BYTES: count(4_294_967_296, { max: Number.MAX_SAFE_INTEGER }),
	CONVERSION_MAX_BYTES: count(1_073_741_824, { max: Number.MAX_SAFE_INTEGER }),
	CONVERSION_TIMEOUT_SECONDS: count(120, { min: 1, max: 3_600 }),
	TRUSTED_PROXIES: z.string().default(""),
	WEBHOOK_ALLOWED_NETWORKS: networks,
	GEOCODER_URL: serverUrl.optional(),
	GEOCODER_RATE_LIMIT: count(1, { min: 1, max: 10_000 }),
	BASEMAP_FILE: z.string().min(1).optional(),
	MAP_STYLE_URL: z
		.string()
		.refine(
			(value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
			"must be an address such as https://maps.example.com/style.json",
		)
		.optional(),
	TLS_CERT_FILE: z.string().min(1).optional(),
	TLS_KEY_FILE: z.string().min(1).optional(),
	HSTS_SECONDS: count(31_536_000),
	PUBLIC_HELP: flag,
	SMTP_URL: mailServer.optional(),
	SMTP_CA_FILE: z.string().min(1).optional(),
	MAIL_FROM: sender.optional(),
	BOOTSTRAP_EMAIL: emailAddress.optional(),
	BOOTSTRAP_PASSWORD: z.string().min(12, "must have at least 12 characters").optional(),
	OIDC_ISSUER: issuerUrl.optional(),
	OIDC_CLIENT_ID: z.string().min(1).optional(),
	OIDC_CLIENT_SECRET: z.string().min(1).optional(),
	OIDC_LABEL: z.string().trim().min(1).max(40, "must have at most 40 characters").default("single sign-on"),
	OIDC_ONLY: flag,
	OTEL_EXPORTER_OTLP_ENDPOINT: serverUrl.optional(),
	OTEL_TRACES_SAMPLER_ARG: z
		.string()
		.regex(/^(0(\.\d+)?|1(\.0+)?)$/, "must be a share from 0 to 1, such as 0.1")
		.transform(Number)
		.default(1),
	LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});

export type Environment = z.infer<typeof schema>;

/** An invalid environment variable, which the message names. */
export class EnvironmentError extends Error {
	override name = "EnvironmentError";
}

/**
 * Parses environment variables (docs/operations.md, Settings). Empty values count as absent.
 * @throws EnvironmentError that names every wrong variable, never its value
 */
export function parseEnvironment(source: Record<string, string | undefined>): Environment {
	const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
	const result = schema.safeParse(given);
	if (!result.success) {
		const faults = result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
		throw new EnvironmentError(`the environment is not usable: ${faults.join("; ")}`);
	}
	const env = result.data;
	if ((env.TLS_CERT_FILE === undefined) !== (env.TLS_KEY_FILE === undefined)) {
		throw new EnvironmentError("TLS_CERT_FILE and TLS_KEY_FILE go together: one of them is missing");
	}
	if (env.BASEMAP_FILE !== undefined && env.MAP_STYLE_URL !== undefined) {
		throw new EnvironmentError("BASEMAP_FILE and MAP_STYLE_URL exclude each other: set one of them");
	}
	if (env.NEXTAUTH_SECRET_PREVIOUS !== undefined && env.NEXTAUTH_SECRET_PREVIOUS === env.NEXTAUTH_SECRET) {
		throw new EnvironmentError("NEXTAUTH_SECRET_PREVIOUS must be another secret than NEXTAUTH_SECRET");
	}
	if (env.AUDIENCE_ENGINE_URL !== undefined && !env.FILE_STORE_URL?.startsWith("s3:")) {
		throw new EnvironmentError("AUDIENCE_ENGINE_URL needs a FILE_STORE_URL of s3: the engine reads its files");
	}
	const problem = env.SIGNED_DOWNLOADS ? signedDownloadsProblem(env.FILE_STORE_URL, env.PUBLIC_URL) : undefined;
	if (problem !== undefined) throw new EnvironmentError(`SIGNED_DOWNLOADS ${problem}`);
	refuseReplica(env);
	refuseHalfMail(env);
	refuseHalfOfSingleSignOn(env);
	return { ...env, PUBLIC_URL: withBasePath(env) };
}

function refuseHalfOfSingleSignOn(env: z.infer<typeof schema>): void {
	const together = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;
	const missing = together.filter((name) => env[name] === undefined);
	if (missing.length !== 0 && missing.length !== together.length) {
		throw new EnvironmentError(`${together.join(", ")} go together: ${missing.join(" and ")} is missing`);
	}
	if (env.OIDC_ONLY && env.OIDC_ISSUER === undefined) {
		throw new EnvironmentError("OIDC_ONLY needs OIDC_ISSUER: without it no user could sign in");
	}
}

/** @throws EnvironmentError where there can be no replica, or where it is not certain which one answers */
function refuseReplica({ DATABASE_URL, DATABASE_REPLICA_URL: url }: z.infer<typeof schema>): void {
	if (url === undefined) return;
	if (DATABASE_URL === undefined) {
		throw new EnvironmentError("DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replica");
	}
	if (new URL(url).searchParams.get("pgbouncer") === "true") {
		throw new EnvironmentError("DATABASE_REPLICA_URL must be the address of the replica itself, without a pooler");
	}
}

/** @throws EnvironmentError where mails would have no sender, or links of no known address */
function refuseHalfMail({ SMTP_URL, MAIL_FROM, PUBLIC_URL }: z.infer<typeof schema>): void {
	if (SMTP_URL === undefined) return;
	if (MAIL_FROM === undefined) throw new EnvironmentError("SMTP_URL needs MAIL_FROM: the sender's address of mails");
	if (PUBLIC_URL === undefined) throw new EnvironmentError("SMTP_URL needs PUBLIC_URL: the address of links in mails");
}

/** @throws EnvironmentError where the address has a path of its own */
function withBasePath({ PUBLIC_URL, BASE_PATH }: z.infer<typeof schema>): string | undefined {
	if (PUBLIC_URL === undefined) return undefined;
	const { origin, pathname } = new URL(PUBLIC_URL);
	if (pathname !== "/" && pathname !== BASE_PATH) {
		const belongs = BASE_PATH === "" ? "no path, as BASE_PATH is not set" : `no other path than BASE_PATH`;
		throw new EnvironmentError(`the environment is not usable: PUBLIC_URL must have ${belongs}`);
	}
	return `${origin}${BASE_PATH}`;
}

/** Settings that a file may have: `NAME_FILE` names it, as container systems hand out secrets. */
const SECRETS = [
	"DATABASE_URL",
	"DATABASE_REPLICA_URL",
	"AUDIENCE_ENGINE_URL",
	"NEXTAUTH_SECRET",
	"NEXTAUTH_SECRET_PREVIOUS",
	"AWS_ACCESS_KEY_ID",
	"AWS_SECRET_ACCESS_KEY",
	"SMTP_URL",
	"OIDC_CLIENT_SECRET",
	"BOOTSTRAP_PASSWORD",
];

/**
 * Reads the secrets that files have, without the line's end that editors leave.
 * @returns values by the names of settings
 * @throws EnvironmentError that never has a value
 */
export function readSecretFiles(source: Record<string, string | undefined>): Record<string, string> {
	const named = SECRETS.filter((name) => source[`${name}_FILE`]);
	return Object.fromEntries(named.map((name) => [name, readSecret(name, source)]));
}

function readSecret(name: string, source: Record<string, string | undefined>): string {
	const path = source[`${name}_FILE`] ?? "";
	if (source[name]) throw new EnvironmentError(`${name} and ${name}_FILE exclude each other: set one of them`);
	try {
		const value = readFileSync(path, "utf8").replace(/\r?\n$/, "");
		if (value !== "") return value;
	} catch (error) {
		throw new EnvironmentError(`${name}_FILE names ${path}, which cannot be read: ${(error as Error).message}`);
	}
	throw new EnvironmentError(`${name}_FILE names ${path}, which is empty`);
}

/** The names of all settings. */
export const settingNames = [...Object.keys(schema.shape), ...SECRETS.flatMap((name) => [name, `${name}_FILE`])];

let parsed: Environment | undefined;

/** The environment of this process, parsed once. Only this module reads values of process.env. */
export function env(): Environment {
	if (parsed !== undefined) return parsed;
	// The object store's client reads its credentials there itself.
	Object.assign(process.env, readSecretFiles(process.env));
	parsed = parseEnvironment(process.env);
	return parsed;
}

/** Whether answers are checked against the contract: where a defect should fail. */
export const CHECK_RESPONSES = process.env.NODE_ENV !== "production";
