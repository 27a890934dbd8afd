import { passwordSignsIn } from "@/lib/domain/accounts/password-signs-in";
import { verifyPassword } from "@/lib/domain/accounts/passwords";
import type { Service } from "@/lib/platform/service";
import { emailKey } from "@/lib/rules/text/email-key";

/** The user that a session's claims are made of. */
export interface SignedInUser {
	readonly id: string;
	readonly email: string;
	readonly epoch: number;
	/** Whether a second factor was shown. */
	readonly secondFactor: boolean;
}

/** A user whose password is right. */
export interface PasswordUser extends Omit<SignedInUser, "secondFactor"> {
	readonly hasSecondFactor: boolean;
}

/**
 * The user of an e-mail and a password; null when they do not match, without revealing which of the
 * two is wrong.
 */
export async function verifySignIn(
	service: Pick<Service, "prisma" | "now" | "settings">,
	{ email, password }: { email: string; password: string },
): Promise<PasswordUser | null> {
	if (email.includes("\0") || password.length > 1_000) return null;
	const user = await service.prisma.user.findFirst({
		where: { email_key: emailKey(email), ...passwordSignsIn(service) },
		select: { id: true, email: true, session_epoch: true, password_hash: true, second_factor_at: true },
	});
	if (!(await verifyPassword(user?.password_hash ?? null, password)) || user === null) return null;
	const { id, session_epoch: epoch, second_factor_at: secondFactorAt } = user;
	return { id, email: user.email, epoch, hasSecondFactor: secondFactorAt !== null };
}
