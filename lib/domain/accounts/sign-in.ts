import type { Service } from "@/lib/platform/service";
import { refuseWhenFull, takeCall } from "@/lib/platform/throttling/take-call";
import { ThrottledError } from "@/lib/rules/errors";
import { networkOf } from "./addresses";
import { type SignedInUser, verifySignIn } from "./verify-sign-in";

/** Wrong passwords in a minute: for one e-mail from one address, and from one address for whatever e-mails. An IPv6 line counts as one address. */
const WRONG_FOR_EMAIL = 10;
const WRONG_FROM_ADDRESS = 50;

/** How many attempts from one address may be under way at once: a hundred people behind it wait a few seconds. */
const MOST_AT_ONCE = 100;

/** What is under way of each address, or IPv6 line, that has any: how many attempts, and the last of them. */
const attempts = new Map<string, { count: number; last: Promise<unknown> }>();

/**
 * Signs a person in. Who guesses is slowed down by the address they guess from, so that nobody can lock anyone out from elsewhere;
 * signing in itself is not counted. Attempts from one address have their turns: of any number at once, no more are looked at than
 * of as many one after the other.
 * @returns the user; null when e-mail and password do not fit
 * @throws ThrottledError after too many wrong ones in a minute, and where too many are under way
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
	const refuseGuesses = async () => {
		for (const [subject, limit] of limits) await refuseWhenFull(service, subject, limit);
	};
	return inTurn(network, refuseGuesses, async () => {
		await refuseGuesses();
		const user = await verifySignIn(service, credentials);
		if (user === null) for (const [subject, limit] of limits) await takeCall(service, subject, limit);
		return user;
	});
}

/** Runs an attempt once those from the same address that came before are over. Whom `refuse` refuses at once keeps nobody waiting. */
async function inTurn<T>(network: string, refuse: () => Promise<void>, attempt: () => Promise<T>): Promise<T> {
	const queue = attempts.get(network) ?? { count: 0, last: Promise.resolve() };
	if (queue.count >= MOST_AT_ONCE) throw new ThrottledError("too many attempts at once", 1);
	queue.count += 1;
	attempts.set(network, queue);
	try {
		await refuse();
		const own = queue.last.then(attempt, attempt);
		queue.last = own;
		return await own;
	} finally {
		queue.count -= 1;
		if (queue.count === 0) attempts.delete(network);
	}
}
