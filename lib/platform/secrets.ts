/** The secrets that a service's keys follow from; never logged, never stored. */
export interface Secrets {
	/** All that is new is made under it. */
	readonly secret: string;
	/** Values made under it are still accepted (docs/operations.md, Another secret). */
	readonly previousSecret?: string | undefined;
}

/**
 * Name of the record of the secret's fingerprint; since when it is the secret is the record's time.
 */
export const SECRET_FACT = "secret_fingerprint";
/** The same of the secret that it took the place of. */
export const PREVIOUS_SECRET_FACT = "previous_secret_fingerprint";

/** The secrets that are accepted, the one to make things under first. */
export function acceptedSecrets({ secret, previousSecret }: Secrets): readonly string[] {
	return previousSecret === undefined ? [secret] : [secret, previousSecret];
}
