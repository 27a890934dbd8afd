import { z } from "zod";
import { isLoopback } from "@/lib/platform/env";
import { LARGEST_ANSWER_BYTES } from "./bounded-agent";
import { SingleSignOnError } from "./problem";

const TIMEOUT_MS = 5_000;

/** The metadata of a provider in use (OpenID Connect Discovery 1.0, section 3). */
const providerMetadata = z.object({
	issuer: z.string(),
	authorization_endpoint: z.url(),
	token_endpoint: z.url(),
	jwks_uri: z.url(),
	userinfo_endpoint: z.url().optional(),
	end_session_endpoint: z.url().optional(),
	id_token_signing_alg_values_supported: z.array(z.string()).default(["RS256"]),
	token_endpoint_auth_methods_supported: z.array(z.string()).default(["client_secret_basic"]),
});
export type ProviderMetadata = z.infer<typeof providerMetadata>;

const withoutSlash = (address: string) => address.replace(/\/$/, "");

/**
 * Reads a provider's metadata.
 * @throws SingleSignOnError `unreachable` or `misconfigured`
 */
export async function discover(issuer: string): Promise<ProviderMetadata> {
	const address = `${withoutSlash(issuer)}/.well-known/openid-configuration`;
	const text = await readBounded(address);
	const parsed = providerMetadata.safeParse(parseJson(text));
	if (!parsed.success) {
		const fields = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "document"}: ${message}`);
		throw new SingleSignOnError("misconfigured", `${address} is no document of a provider: ${fields.join("; ")}`);
	}
	const metadata = parsed.data;
	// Providers differ in the slash at the end; their ID tokens are compared with their own writing.
	if (withoutSlash(metadata.issuer) !== withoutSlash(issuer)) {
		throw new SingleSignOnError(
			"misconfigured",
			`OIDC_ISSUER is ${issuer}, and its document names the issuer ${metadata.issuer}`,
		);
	}
	refusePlainEndpoints(metadata);
	return metadata;
}

function refusePlainEndpoints({ issuer, ...metadata }: ProviderMetadata): void {
	const plain = Object.entries(metadata).find(([, value]) => {
		if (typeof value !== "string") return false;
		const { protocol, hostname } = new URL(value);
		return protocol !== "https:" && !(protocol === "http:" && isLoopback(hostname));
	});
	if (plain !== undefined) {
		throw new SingleSignOnError("misconfigured", `the ${plain[0]} of ${issuer} must be an https:// address`);
	}
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Reads a document within a time and a size; redirects are not followed. */
async function readBounded(address: string): Promise<string> {
	const signal = AbortSignal.timeout(TIMEOUT_MS);
	try {
		const headers = { accept: "application/json" };
		const response = await fetch(address, { signal, headers, redirect: "error", cache: "no-store" });
		if (!response.ok) {
			await response.body?.cancel();
			const problem = response.status >= 500 || response.status === 429 ? "unreachable" : "misconfigured";
			throw new SingleSignOnError(problem, `${address} answered ${response.status}`);
		}
		const parts: Uint8Array[] = [];
		let size = 0;
		for await (const part of response.body ?? []) {
			size += part.byteLength;
			if (size > LARGEST_ANSWER_BYTES) {
				throw new SingleSignOnError("misconfigured", `${address} answers more than ${LARGEST_ANSWER_BYTES} bytes`);
			}
			parts.push(part);
		}
		return Buffer.concat(parts).toString("utf8");
	} catch (cause) {
		if (cause instanceof SingleSignOnError) throw cause;
		const reason = cause instanceof Error ? String(cause.cause ?? cause) : String(cause);
		throw new SingleSignOnError("unreachable", `${address} could not be read: ${reason}`, { cause });
	}
}
