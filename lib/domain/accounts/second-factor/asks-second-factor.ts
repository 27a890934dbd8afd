import { createHmac } from "node:crypto";
import { passwordSignsIn } from "@/lib/domain/accounts/password-signs-in";
import type { Service } from "@/lib/platform/service";

/**
 * Whether sign-in asks an e-mail for a second factor. It depends on the e-mail alone, never on the
 * password: an account is asked if it has one, and half of all e-mails without an account are asked
 * always (docs/decisions/0301).
 */
export async function asksSecondFactor(service: Service, email: string): Promise<boolean> {
	if (email.includes("\0")) return false;
	const emailKey = email.trim().toLowerCase();
	const user = await service.prisma.user.findFirst({
		where: { emailKey, ...passwordSignsIn(service) },
		select: { secondFactorAt: true },
	});
	if (user !== null) return user.secondFactorAt !== null;
	const [byte = 0] = createHmac("sha256", service.secret)
		.update("asks for a second factor\0")
		.update(emailKey)
		.digest();
	return byte % 2 === 1;
}
