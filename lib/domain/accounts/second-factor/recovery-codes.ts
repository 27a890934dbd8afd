import { randomBytes } from "node:crypto";
import { principalOfUser, principalSelect } from "@/lib/domain/accounts/principal-of-user";
import { hashSecret } from "@/lib/domain/accounts/secrets";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { madeSecret } from "@/lib/platform/made-secret";
import type { Service, Transaction } from "@/lib/platform/service";
import { plainCode } from "@/lib/rules/text/plain-code";

const COUNT = 10;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
/** Five bits each: 80 bits cannot be guessed. */
const LETTERS = 16;

/**
 * Gives a user ten recovery codes in place of all earlier ones. Only their SHA-256 is stored.
 * @returns the codes, to be shown once
 */
export async function issueRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
	const codes = Array.from({ length: COUNT }, newCode);
	await tx.recoveryCode.deleteMany({ where: { user_id: userId } });
	await tx.recoveryCode.createMany({ data: codes.map((code) => ({ user_id: userId, code_hash: hashCode(code) })) });
	return codes;
}

/**
 * Spends a recovery code. The audit event shows its use to the owner and their administrators.
 * @returns whether it was one
 */
export async function takeRecoveryCode(
	service: Pick<Service, "now">,
	tx: Transaction,
	{ userId, code, address }: { readonly userId: string; readonly code: string; readonly address: string },
): Promise<boolean> {
	const { count } = await tx.recoveryCode.deleteMany({ where: { user_id: userId, code_hash: hashCode(code) } });
	if (count === 0) return false;
	const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: principalSelect });
	const left = await tx.recoveryCode.count({ where: { user_id: userId } });
	const actor = principalOfUser(user, { kind: "session", id: null }, [], { address, requestId: null });
	await recordEvent(service, tx, actor, {
		action: "use_recovery_code",
		object_type: "user",
		object_id: userId,
		organization_id: user.organization_id,
		detail: { codes_left: left },
	});
	return true;
}

function newCode(): string {
	const letters = [...randomBytes(LETTERS)].map((byte) => ALPHABET.charAt(byte % ALPHABET.length)).join("");
	return madeSecret("recovery code", letters.replace(/(.{4})(?=.)/g, "$1-"));
}

const hashCode = (code: string) => hashSecret(plainCode(code));
