import { hash, verify } from "@node-rs/argon2";

/** Cost of a password's hash: the OWASP minimum for argon2id. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
	return hash(password, OPTIONS);
}

let decoy: Promise<string> | undefined;

/**
 * Verifies a password. Without a hash it takes as long as with one, so that answers do not reveal
 * which accounts exist.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
	decoy ??= hashPassword("no account has this password");
	const known = passwordHash ?? (await decoy);
	const right = await verify(known, password).catch(() => false);
	return right && passwordHash !== null;
}
