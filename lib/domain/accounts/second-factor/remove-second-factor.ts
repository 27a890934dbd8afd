import type { Transaction } from "@/lib/platform/service";

/** Whether the user has any second factor. */
export async function hasSecondFactor(tx: Transaction, userId: string): Promise<boolean> {
	if ((await tx.passkey.count({ where: { userId } })) > 0) return true;
	return (await tx.totpFactor.count({ where: { userId, confirmedAt: { not: null } } })) > 0;
}

/** Removes every second factor of a user, with the recovery codes. */
export async function removeSecondFactors(tx: Transaction, userId: string): Promise<void> {
	await tx.totpFactor.deleteMany({ where: { userId } });
	await tx.passkey.deleteMany({ where: { userId } });
	await tx.recoveryCode.deleteMany({ where: { userId } });
	await tx.user.update({ where: { id: userId }, data: { secondFactorAt: null }, select: { id: true } });
}
