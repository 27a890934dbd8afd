import type { Transaction } from "@/lib/platform/service";

/** Whether the user has any second factor. */
export async function hasSecondFactor(tx: Transaction, userId: string): Promise<boolean> {
	if ((await tx.passkey.count({ where: { user_id: userId } })) > 0) return true;
	return (await tx.totpFactor.count({ where: { user_id: userId, confirmed_at: { not: null } } })) > 0;
}

/** Removes every second factor of a user, with the recovery codes. */
export async function removeSecondFactors(tx: Transaction, userId: string): Promise<void> {
	await tx.totpFactor.deleteMany({ where: { user_id: userId } });
	await tx.passkey.deleteMany({ where: { user_id: userId } });
	await tx.recoveryCode.deleteMany({ where: { user_id: userId } });
	await tx.user.update({ where: { id: userId }, data: { second_factor_at: null }, select: { id: true } });
}
