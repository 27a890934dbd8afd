import type { Service, Transaction } from "@/lib/platform/service";
import { plainCode } from "@/lib/rules/text/plain-code";
import { type PasskeyAnswer, takePasskey } from "./passkeys";
import { takeRecoveryCode } from "./recovery-codes";
import { takeTotpCode } from "./totp";

/** The proof beside the password: a code of an authenticator app, a recovery code, or a passkey. */
export type FactorAnswer = { readonly code: string } | PasskeyAnswer;

/** Codes of authenticator apps, which are short enough to be guessed. */
export const isShortCode = (answer: FactorAnswer | string | undefined): boolean =>
	typeof answer === "object" && "code" in answer && /^\d{6}$/.test(plainCode(answer.code));

/**
 * Takes a second factor of a user; nothing is taken twice.
 * @param address from which it is shown, for the audit trail
 * @returns whether it is one
 */
export async function takeSecondFactor(
	service: Service,
	tx: Transaction,
	userId: string,
	answer: FactorAnswer,
	address: string,
): Promise<boolean> {
	if ("passkey" in answer) return takePasskey(service, tx, userId, answer);
	if (isShortCode(answer)) return takeTotpCode(service, tx, userId, answer.code);
	return takeRecoveryCode(service, tx, { userId, code: answer.code, address });
}
