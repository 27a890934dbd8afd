import type { Service } from "@/lib/service";
import { refuseWhenFull, takeCall } from "@/lib/throttling/take-call";
import { type SignedInUser, verifySignIn } from "./verify-sign-in";

/** Wrong passwords in a minute: for one e-mail from one address, and from one address for whatever e-mails. */
const WRONG_FOR_EMAIL = 10;
const WRONG_FROM_ADDRESS = 50;

/**
 * Signs a person in. Who guesses is slowed down by the address they guess from, so that nobody can lock anyone out from elsewhere;
 * signing in itself is not counted.
 * @returns the user; null when e-mail and password do not fit
 * @throws ThrottledError after too many wrong ones in a minute
 */
export async function signIn(
	service: Service,
	credentials: { email: string; password: string },
	address: string,
): Promise<SignedInUser | null> {
	// No text of the database holds it, and no account has it.
	if (credentials.email.includes("\0")) return null;
	const limits = [
		[`sign-in:${address}:${credentials.email.trim().toLowerCase().slice(0, 254)}`, WRONG_FOR_EMAIL],
		[`sign-in:${address}`, WRONG_FROM_ADDRESS],
	] as const;
	for (const [subject, limit] of limits) await refuseWhenFull(service, subject, limit);
	const user = await verifySignIn(service, credentials);
	if (user === null) for (const [subject, limit] of limits) await takeCall(service, subject, limit);
	return user;
}
