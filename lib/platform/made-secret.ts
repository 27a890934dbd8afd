import { channel } from "node:diagnostics_channel";

/** Kinds of secrets that the service makes; those it is given are not among them. */
export const MADE_SECRETS = [
	"access token",
	"agent key",
	"API key",
	"authenticator app",
	"first password",
	"recovery code",
	"service secret",
	"sign-in link",
	"unsubscribe token",
	"webhook secret",
] as const;
export type MadeSecret = (typeof MADE_SECRETS)[number];

const made = channel("targeting.made-secret");

/**
 * Announces a new secret to the tests that look for it where none belongs (app/writes.test.ts,
 * e2e/long/secrets.spec.ts). In production it has no listeners. Returns the secret.
 */
export function madeSecret(kind: MadeSecret, secret: string): string {
	if (made.hasSubscribers) made.publish({ kind, secret });
	return secret;
}
