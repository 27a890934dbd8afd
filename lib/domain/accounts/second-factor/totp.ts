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
		sealed_secret: seal(service, "authenticator app", secret),
		last_step: 0,
		confirmed_at: null,
		used_at: null,
	};
	const createdAt = service.now();
	await tx.totpFactor.upsert({
		where: { user_id: user.id },
		create: { user_id: user.id, ...fields, created_at: createdAt },
		update: { ...fields, created_at: createdAt },
		select: { user_id: true },
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
	const factor = await tx.totpFactor.findFirst({ where: { user_id: userId, confirmed_at: confirmedAt } });
	if (factor === null) return false;
	const now = service.now();
	const verified = verifySync({
		secret: unseal(service, "authenticator app", factor.sealed_secret),
		token,
		epoch: Math.floor(now.getTime() / 1_000),
		epochTolerance: STEP_SECONDS,
	});
	if (!verified.valid || !("timeStep" in verified)) return false;
	const step = verified.timeStep;
	// Of two requests with the same code at once, only one succeeds.
	const { count } = await tx.totpFactor.updateMany({
		where: { user_id: userId, confirmed_at: confirmedAt, last_step: { lt: step } },
		data: { last_step: step, used_at: now, ...(begun ? { confirmed_at: now } : {}) },
	});
	return count > 0;
}
