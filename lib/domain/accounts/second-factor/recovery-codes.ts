import { randomBytes } from "node:crypto";
import { hashSecret } from "@/lib/domain/accounts/secrets";
import type { Transaction } from "@/lib/platform/service";

const COUNT = 10;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
/** Of five bits each: 80 bits, which nobody guesses. */
const LETTERS = 16;

/**
 * Gives a user ten recovery codes in place of all earlier ones. Only their SHA-256 is stored.
 * @returns the codes, to be shown once
 */
export async function issueRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
	const codes = Array.from({ length: COUNT }, newCode);
	await tx.recoveryCode.deleteMany({ where: { userId } });
	await tx.recoveryCode.createMany({ data: codes.map((code) => ({ userId, codeHash: hashCode(code) })) });
	return codes;
}

/** Takes a recovery code, once. Returns whether it was one. */
export async function takeRecoveryCode(tx: Transaction, userId: string, code: string): Promise<boolean> {
	const { count } = await tx.recoveryCode.deleteMany({ where: { userId, codeHash: hashCode(code) } });
	return count > 0;
}

function newCode(): string {
	const letters = [...randomBytes(LETTERS)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join("");
	return letters.replace(/(.{4})(?=.)/g, "$1-");
}

/** Codes are typed in any case, with and without what groups their letters. */
const hashCode = (code: string) => hashSecret(code.toLowerCase().replace(/[\s-]/g, ""));
