import type { Service, Transaction } from "@/lib/platform/service";
import { takeRecoveryCode } from "./recovery-codes";
import { takeTotpCode } from "./totp";

/** What somebody shows beside the password: a code of an authenticator app, or a recovery code. */
export interface FactorAnswer {
	readonly code: string;
}

/** Codes of authenticator apps, which are short enough to be guessed. */
export const isShortCode = (answer: FactorAnswer | string | undefined): boolean =>
	typeof answer === "object" && /^\d{6}$/.test(plain(answer.code));

const plain = (code: string) => code.replace(/\s/g, "");

/** Takes a second factor of a user; nothing is taken twice. Returns how it was shown; null: it is wrong. */
export async function takeSecondFactor(
	service: Service,
	tx: Transaction,
	userId: string,
	answer: FactorAnswer,
): Promise<"code" | "recovery_code" | null> {
	if (isShortCode(answer)) return (await takeTotpCode(service, tx, userId, plain(answer.code))) ? "code" : null;
	return (await takeRecoveryCode(tx, userId, answer.code)) ? "recovery_code" : null;
}
