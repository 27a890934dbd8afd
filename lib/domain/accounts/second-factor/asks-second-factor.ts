import { createHmac } from "node:crypto";
import { passwordSignsIn } from "@/lib/domain/accounts/password-signs-in";
import type { Service } from "@/lib/platform/service";
import { emailKey } from "@/lib/rules/text/email-key";

/**
 * Name of the record that decides which e-mails without an account are asked. It does not follow
 * from the service's secret: with another one, other e-mails would be asked, which accounts are not.
 */
export const DECOYS_FACT = "second_factor_decoys";

/**
 * Whether sign-in asks an e-mail for a second factor. It depends on the e-mail alone, never on the
 * password: an account is asked if it has one, and half of all e-mails without an account are asked
 * always (docs/decisions/0301).
 */
export async function asksSecondFactor(service: Service, email: string): Promise<boolean> {
	if (email.includes("\0")) return false;
	const key = emailKey(email);
	// Both are read for every e-mail, so that the response time reveals nothing.
	const [user, decoys] = await Promise.all([
		service.prisma.user.findFirst({
			where: { email_key: key, ...passwordSignsIn(service) },
			select: { second_factor_at: true },
		}),
		service.prisma.serviceFact.findUnique({ where: { name: DECOYS_FACT } }),
	]);
	if (user !== null) return user.second_factor_at !== null;
	const [byte = 0] = createHmac("sha256", decoys?.value ?? service.secret)
		.update("asks for a second factor\0")
		.update(key)
		.digest();
	return byte % 2 === 1;
}
