import { generateSync } from "otplib";
import { issueRecoveryCodes } from "@/lib/domain/accounts/second-factor/recovery-codes";
import { beginTotp, takeTotpCode } from "@/lib/domain/accounts/second-factor/totp";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";

const STEP_MS = 30_000;

/** The code that an authenticator app shows, now or some steps from now. */
export function codeOf(service: Service, secret: string, steps = 0): string {
	return generateSync({ secret, epoch: Math.floor((service.now().getTime() + steps * STEP_MS) / 1_000) });
}

/** Gives a user an authenticator app. */
export async function addTotp(
	service: Service,
	{ userId, email }: { userId: string; email: string },
): Promise<{ secret: string; recoveryCodes: string[] }> {
	return transact(service.prisma, async (tx) => {
		const { secret } = await beginTotp(service, tx, { id: userId, email });
		// Of a step before the present one, whose code tests show.
		await takeTotpCode(service, tx, userId, codeOf(service, secret, -1), { begun: true });
		await tx.user.update({ where: { id: userId }, data: { second_factor_at: service.now() }, select: { id: true } });
		return { secret, recoveryCodes: await issueRecoveryCodes(tx, userId) };
	});
}

/** Gives a user a passkey that nobody can show. Returns its id. */
export async function addPasskey(service: Service, { userId }: { userId: string }): Promise<string> {
	await service.prisma.user.update({ where: { id: userId }, data: { second_factor_at: service.now() } });
	const data = { user_id: userId, credential_id: crypto.randomUUID(), public_key: new Uint8Array(1), name: "Laptop" };
	return (await service.prisma.passkey.create({ data, select: { id: true } })).id;
}
