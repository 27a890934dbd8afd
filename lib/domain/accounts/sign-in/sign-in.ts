import { addressLimit } from "@/lib/domain/accounts/address-limit";
import { networkOf } from "@/lib/domain/accounts/addresses";
import { asksSecondFactor } from "@/lib/domain/accounts/second-factor/asks-second-factor";
import { isKnownNetwork } from "@/lib/domain/accounts/second-factor/is-known-network";
import {
	type FactorAnswer,
	isShortCode,
	takeSecondFactor,
} from "@/lib/domain/accounts/second-factor/take-second-factor";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { countCall, giveBackCall, isFull, refuseWhenFull, takeCall } from "@/lib/platform/throttling/take-call";
import { ThrottledError } from "@/lib/rules/errors";
import { emailKey } from "@/lib/rules/text/email-key";
import { recordRefusedSignIn } from "./record-refused-sign-in";
import { type SignedInUser, verifySignIn } from "./verify-sign-in";

/** Wrong passwords in a minute for one e-mail from one network. */
export const WRONG_FOR_EMAIL = 10;
/** The same while the e-mail's account is guessed at from many networks. */
export const WRONG_WHEN_SLOWED = 1;
/** Wrong passwords in a minute from one network for all e-mails. */
export const WRONG_FROM_ADDRESS = 50;
/** Wrong passwords in a minute for one e-mail from all networks, beyond which each is slowed. */
export const WRONG_FOR_ACCOUNT = 30;
/**
 * Wrong codes of six digits in a minute for one e-mail from all networks that it has no session in.
 */
export const WRONG_CODES = 10;

/** Attempts from one network at once; a hundred people behind it wait a few seconds. */
export const MOST_AT_ONCE = 100;

/** Attempts in progress by network: their number, and the last of them. */
const attempts = new Map<string, { count: number; last: Promise<unknown> }>();

/** The proof of a sign-in; the factor only after the sign-in has requested one. */
export interface Credentials {
	readonly email: string;
	readonly password: string;
	/** `confirmed`: the session has shown it within the last minutes. */
	readonly factor?: FactorAnswer | "confirmed";
}

/**
 * Verifies an e-mail, a password and, for users who have one, a second factor. It counts wrong
 * attempts by network, so that an attacker cannot lock out a user elsewhere. It also counts them by
 * account, whether it exists or not. Beyond a limit each network has one wrong attempt a minute; a
 * right first attempt succeeds. Successful attempts are not counted. Attempts from one network run
 * one after another, so that concurrency does not circumvent the limit.
 * @returns the user; null when something is wrong, without revealing what
 * @throws ThrottledError after too many wrong ones in a minute, or with too many in progress
 */
export async function verifyThrottled(
	service: Service,
	credentials: Credentials,
	address: string,
): Promise<SignedInUser | null> {
	// PostgreSQL's type `text` has no NUL, so no account has it.
	if (credentials.email.includes("\0")) return null;
	const refused = { who: { email: emailOf(credentials) }, address };
	try {
		const user = await verifyCounted(service, credentials, address);
		if (typeof user !== "string") return user;
		await recordRefusedSignIn(service, { ...refused, why: user });
		return null;
	} catch (thrown) {
		if (thrown instanceof ThrottledError) await recordRefusedSignIn(service, { ...refused, why: "throttled" });
		throw thrown;
	}
}

type Wrong = "wrong password" | "wrong second factor";

async function verifyCounted(
	service: Service,
	credentials: Credentials,
	address: string,
): Promise<SignedInUser | Wrong> {
	const network = networkOf(address);
	const email = emailOf(credentials);
	const [account, fromAddress, forCode] = [`sign-in-account:${email}`, `sign-in:${network}`, `sign-in-code:${email}`];
	const forEmail = `${fromAddress}:${email}`;
	const guessesCode = isShortCode(credentials.factor) && !(await isKnownNetwork(service, email, network));
	const refuseGuesses = async () => {
		const slowed = await isFull(service, account, WRONG_FOR_ACCOUNT);
		await refuseWhenFull(service, forEmail, slowed ? WRONG_WHEN_SLOWED : WRONG_FOR_EMAIL);
		await refuseWhenFull(service, fromAddress, addressLimit(address, WRONG_FROM_ADDRESS));
		if (guessesCode) await refuseWhenFull(service, forCode, WRONG_CODES);
	};
	return inTurn(network, refuseGuesses, async () => {
		await refuseGuesses();
		const user = await verify(service, credentials, address);
		if (typeof user !== "string") return user;
		await countCall(service, forEmail, WRONG_FOR_EMAIL);
		await countCall(service, fromAddress, addressLimit(address, WRONG_FROM_ADDRESS));
		await countCall(service, account, WRONG_FOR_ACCOUNT);
		if (guessesCode) await countCall(service, forCode, WRONG_CODES);
		return user;
	});
}

/**
 * Signs a user in, as {@link verifyThrottled} verifies them. Requests for a second factor count as
 * attempts until it is given, whether the password is right or wrong. A limit on wrong passwords
 * alone would reveal which it is.
 * @returns the user; null when something is wrong; `second_factor` when the e-mail requires one and
 *   none was given, whether the password is right or not
 * @throws ThrottledError
 */
export async function signIn(
	service: Service,
	credentials: Credentials,
	address: string,
): Promise<SignedInUser | "second_factor" | null> {
	const asked = `sign-in-asked:${networkOf(address)}`;
	if (credentials.factor === undefined && (await asksSecondFactor(service, credentials.email))) {
		await takeCall(service, asked, addressLimit(address, WRONG_FROM_ADDRESS));
		return "second_factor";
	}
	const user = await verifyThrottled(service, credentials, address);
	if (user === null) return null;
	if (user.secondFactor) await giveBackCall(service, asked);
	const data = { last_sign_in_at: service.now() };
	await service.prisma.user.update({ where: { id: user.id }, data, select: { id: true } });
	return user;
}

/** The name by which limits count an e-mail. */
const emailOf = ({ email }: Credentials) => emailKey(email).slice(0, 254);

/** A second factor is taken only beside the right password: a guess uses up nothing. */
async function verify(
	service: Service,
	{ factor, ...credentials }: Credentials,
	address: string,
): Promise<SignedInUser | Wrong> {
	const user = await verifySignIn(service, credentials);
	if (user === null) return "wrong password";
	const { hasSecondFactor, ...signedIn } = user;
	if (!hasSecondFactor) return { ...signedIn, secondFactor: false };
	if (factor === "confirmed") return { ...signedIn, secondFactor: true };
	if (factor === undefined) return "wrong second factor";
	const taken = await transact(service.prisma, (tx) => takeSecondFactor(service, tx, user.id, factor, address));
	return taken ? { ...signedIn, secondFactor: true } : "wrong second factor";
}

/**
 * Runs an attempt after the earlier ones from the same network. One that `refuse` refuses does not
 * delay the others.
 */
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
