import { generateSecret, generateURI, verifySync } from "otplib";
import { madeSecret } from "@/lib/platform/made-secret";
import { seal, unseal } from "@/lib/platform/seal";
import type { Service, Transaction } from "@/lib/platform/service";
import { plainCode } from "@/lib/rules/text/plain-code";

const STEP_SECONDS = 30;
const ISSUER = "Targeting Service";

/** The secret of an authenticator app: as text, and as the address that its QR code holds. */
export interface NewTotp {
	readonly secret: string;
	readonly uri: string;
}

/** Begins an authenticator app afresh; it counts for nothing until its first code is shown. */
export async function beginTotp(
	service: Service,
	tx: Transaction,
	user: { id: string; email: string },
): Promise<NewTotp> {
	const secret = madeSecret("authenticator app", generateSecret());
	const fields = {
		sealedSecret: seal(service, "authenticator app", secret),
		lastStep: 0,
		confirmedAt: null,
		usedAt: null,
	};
	const createdAt = service.now();
	await tx.totpFactor.upsert({
		where: { userId: user.id },
		create: { userId: user.id, ...fields, createdAt },
		update: { ...fields, createdAt },
		select: { userId: true },
	});
	return { secret, uri: generateURI({ issuer: ISSUER, label: user.email, secret }) };
}

/**
 * Takes a code of a user's authenticator app: of the present time step, the one before it or the
 * one after it, and never one of a step that was taken.
 * @param begun whether the app is only begun, and this is its first code
 */
export async function takeTotpCode(
	service: Service,
	tx: Transaction,
	userId: string,
	code: string,
	{ begun = false }: { begun?: boolean } = {},
): Promise<boolean> {
	const confirmedAt = begun ? null : { not: null };
	const token = plainCode(code);
	// otplib throws for anything else.
	if (!/^\d{6}$/.test(token)) return false;
	const factor = await tx.totpFactor.findFirst({ where: { userId, confirmedAt } });
	if (factor === null) return false;
	const now = service.now();
	const verified = verifySync({
		secret: unseal(service, "authenticator app", factor.sealedSecret),
		token,
		epoch: Math.floor(now.getTime() / 1_000),
		epochTolerance: STEP_SECONDS,
	});
	if (!verified.valid || !("timeStep" in verified)) return false;
	const step = verified.timeStep;
	// Of two who show the same code at once, one is taken.
	const { count } = await tx.totpFactor.updateMany({
		where: { userId, confirmedAt, lastStep: { lt: step } },
		data: { lastStep: step, usedAt: now, ...(begun ? { confirmedAt: now } : {}) },
	});
	return count > 0;
}
