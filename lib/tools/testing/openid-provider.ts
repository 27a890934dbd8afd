import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Somebody at the provider: the claims that it makes of them. */
export interface ProviderAccount {
	readonly sub: string;
	readonly email?: string;
	readonly email_verified?: boolean;
	readonly amr?: readonly string[];
}

export interface ProviderOptions {
	readonly accounts: readonly ProviderAccount[];
	readonly redirectUris: readonly string[];
	readonly postLogoutRedirectUris?: readonly string[];
	/** How much the provider's clock is ahead. */
	readonly clockOffsetMs?: number;
	/** Any free one by default. */
	readonly port?: number;
}

/** A real provider of OpenID Connect on this machine; its page has a link for every account. */
export interface TestProvider {
	readonly issuer: string;
	/** The settings by which a service uses it. */
	readonly settings: Record<"OIDC_ISSUER" | "OIDC_CLIENT_ID" | "OIDC_CLIENT_SECRET" | "OIDC_LABEL", string>;
	stop(): Promise<void>;
}

const CLIENT = { clientId: "targeting", clientSecret: "a secret of tests alone" } as const;

/** Starts a provider. */
export async function startOpenIdProvider(options: ProviderOptions): Promise<TestProvider> {
	const workerData = { port: 0, clockOffsetMs: 0, postLogoutRedirectUris: [], ...CLIENT, ...options };
	const worker = new Worker(new URL("./openid-provider-thread.mjs", import.meta.url), { workerData });
	const [issuer]: string[] = await once(worker, "message");
	return {
		issuer: issuer ?? "",
		settings: {
			OIDC_ISSUER: issuer ?? "",
			OIDC_CLIENT_ID: CLIENT.clientId,
			OIDC_CLIENT_SECRET: CLIENT.clientSecret,
			OIDC_LABEL: "Example ID",
		},
		stop: async () => {
			const exited = once(worker, "exit");
			worker.postMessage("stop");
			await exited;
		},
	};
}
