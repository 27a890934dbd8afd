import { type Client, custom, Issuer } from "openid-client";
import type { Service } from "@/lib/platform/service";
import { boundedAgent } from "./bounded-agent";
import { discover, type ProviderMetadata } from "./discover";

/** How far the clocks of the provider and of this machine may differ, in seconds. */
export const CLOCK_TOLERANCE_SECONDS = 60;

const TIMEOUT_MS = 5_000;
const FRESH_MS = 3_600_000;
/** After a failure the provider is left alone for a moment, however many people try. */
const PAUSE_MS = 2_000;

/** The provider of single sign-on, and the service as its client. */
export interface Provider {
	readonly metadata: ProviderMetadata;
	readonly client: Client;
}

interface Memory {
	provider?: Provider;
	readAt: number;
	failure?: { readonly error: unknown; readonly at: number };
	reading?: Promise<Provider>;
}

/** Metadata read so far, by configuration; a process has one. */
const memories = new WeakMap<Service["settings"], Memory>();

/** Whether people may sign in by single sign-on. */
export const hasSingleSignOn = (settings: Service["settings"]): boolean => settings.OIDC_ISSUER !== undefined;

/**
 * Finds the provider of the settings. Its metadata is read when it is first needed, and every hour;
 * an outage then leaves the known metadata in use. After a failure it is read again.
 * @returns null where no provider is configured
 * @throws SingleSignOnError
 */
export async function findProvider(settings: Service["settings"]): Promise<Provider | null> {
	const { OIDC_ISSUER } = settings;
	if (OIDC_ISSUER === undefined) return null;
	const memory = memories.get(settings) ?? { readAt: Number.NEGATIVE_INFINITY };
	memories.set(settings, memory);
	const now = performance.now();
	if (memory.provider !== undefined && now - memory.readAt < FRESH_MS) return memory.provider;
	if (memory.failure !== undefined && now - memory.failure.at < PAUSE_MS) {
		if (memory.provider !== undefined) return memory.provider;
		throw memory.failure.error;
	}
	memory.reading ??= read(settings, OIDC_ISSUER, memory);
	return memory.reading;
}

async function read(settings: Service["settings"], issuer: string, memory: Memory): Promise<Provider> {
	try {
		const metadata = await discover(issuer);
		const provider = { metadata, client: clientOf(settings, metadata) };
		Object.assign(memory, { provider, readAt: performance.now(), failure: undefined });
		return provider;
	} catch (error) {
		memory.failure = { error, at: performance.now() };
		if (memory.provider !== undefined) return memory.provider;
		throw error;
	} finally {
		delete memory.reading;
	}
}

function clientOf({ OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }: Service["settings"], metadata: ProviderMetadata): Client {
	const { issuer: name, authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = metadata;
	const endpoints = { authorization_endpoint, token_endpoint, jwks_uri };
	const issuer = new Issuer({
		issuer: name,
		...endpoints,
		...(userinfo_endpoint === undefined ? {} : { userinfo_endpoint }),
	});
	const bounded = (address: URL) => ({ timeout: TIMEOUT_MS, agent: boundedAgent(address) });
	issuer[custom.http_options] = bounded;
	const algorithms = metadata.id_token_signing_alg_values_supported.filter((name) => /^(RS|PS|ES|Ed)/.test(name));
	const byForm = !metadata.token_endpoint_auth_methods_supported.includes("client_secret_basic");
	const client = new issuer.Client({
		client_id: OIDC_CLIENT_ID ?? "",
		client_secret: OIDC_CLIENT_SECRET ?? "",
		token_endpoint_auth_method: byForm ? "client_secret_post" : "client_secret_basic",
		id_token_signed_response_alg: algorithms.includes("RS256") ? "RS256" : (algorithms[0] ?? "RS256"),
	});
	client[custom.http_options] = bounded;
	client[custom.clock_tolerance] = CLOCK_TOLERANCE_SECONDS;
	return client;
}
