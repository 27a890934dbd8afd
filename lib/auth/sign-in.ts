import type { Service } from "@/lib/service";
import { refuseWhenFull, takeCall } from "@/lib/throttling/take-call";
import { networkOf } from "./addresses";
import { type SignedInUser, verifySignIn } from "./verify-sign-in";

/** Wrong passwords in a minute: for one e-mail from one address, and from one address for whatever e-mails. An IPv6 line counts as one address. */
const WRONG_FOR_EMAIL = 10;
const WRONG_FROM_ADDRESS = 50;

/** The last attempt of each address, or IPv6 line, that has any under way. */
const attempts = new Map<string, Promise<unknown>>();

/**
 * Signs a person in. Who guesses is slowed down by the address they guess from, so that nobody can lock anyone out from elsewhere;
 * signing in itself is not counted. Attempts from one address have their turns: of any number at once, no more are looked at than
 * of as many one after the other.
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
	const network = networkOf(address);
	const limits = [
		[`sign-in:${network}:${credentials.email.trim().toLowerCase().slice(0, 254)}`, WRONG_FOR_EMAIL],
		[`sign-in:${network}`, WRONG_FROM_ADDRESS],
	] as const;
	return inTurn(network, async () => {
		for (const [subject, limit] of limits) await refuseWhenFull(service, subject, limit);
		const user = await verifySignIn(service, credentials);
		if (user === null) for (const [subject, limit] of limits) await takeCall(service, subject, limit);
		return user;
	});
}

/** Runs an attempt once those from the same address that came before are over. */
async function inTurn<T>(network: string, attempt: () => Promise<T>): Promise<T> {
	const before = attempts.get(network);
	const own = (before ?? Promise.resolve()).then(attempt, attempt);
	attempts.set(network, own);
	try {
		return await own;
	} finally {
		if (attempts.get(network) === own) attempts.delete(network);
	}
}
