import type { Origin } from "@/lib/domain/accounts/principal-of-user";
import { ACCESS_TOKEN_PREFIX, AGENT_KEY_PREFIX, API_KEY_PREFIX } from "@/lib/domain/accounts/secrets";
import type { KeyScope } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { findTokenUser } from "./authenticate-access-token";
import { findAgentKey } from "./authenticate-agent";
import { findApiKey } from "./authenticate-api-key";

const KINDS = {
	[API_KEY_PREFIX]: "API key",
	[ACCESS_TOKEN_PREFIX]: "access token",
	[AGENT_KEY_PREFIX]: "agent key",
} as const;
export type CredentialKind = (typeof KINDS)[keyof typeof KINDS];

/** The kind of credential by the secret's prefix; undefined for any other text. */
export function kindOfSecret(secret: string): CredentialKind | undefined {
	const prefix = secret.slice(0, API_KEY_PREFIX.length);
	return Object.hasOwn(KINDS, prefix) ? KINDS[prefix as keyof typeof KINDS] : undefined;
}

/** The scopes of an API key; other credentials have none to lack. */
export type Recognized = { readonly kind: CredentialKind; readonly scopes?: readonly KeyScope[] };

/**
 * Recognizes a valid credential in any place of the request, so that an error can name its right
 * place. Undefined for one that is unknown, expired, revoked or refused for this address: errors
 * reveal nothing about these.
 */
export async function recognizeCredential(
	service: Service,
	secret: string,
	origin: Origin,
): Promise<Recognized | undefined> {
	const kind = kindOfSecret(secret);
	if (kind === "API key") {
		const found = await findApiKey(service, secret, origin);
		return found && { kind, scopes: found.scopes };
	}
	const known =
		(kind === "access token" && (await findTokenUser(service, secret)) !== undefined) ||
		(kind === "agent key" && (await findAgentKey(service, secret)) !== null);
	return kind !== undefined && known ? { kind } : undefined;
}
