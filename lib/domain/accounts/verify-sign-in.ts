import type { Service } from "@/lib/platform/service";
import { passwordSignsIn } from "./may-sign-in";
import { verifyPassword } from "./passwords";

/** The user that a session's claims are made of. */
export interface SignedInUser {
	readonly id: string;
	readonly email: string;
	readonly epoch: number;
}

/**
 * The user of an e-mail and a password; null when they do not match, without revealing which of the
 * two is wrong.
 */
export async function verifySignIn(
	service: Pick<Service, "prisma" | "now" | "settings">,
	{ email, password }: { email: string; password: string },
): Promise<SignedInUser | null> {
	if (email.includes("\0") || password.length > 1_000) return null;
	const user = await service.prisma.user.findFirst({
		where: { emailKey: email.trim().toLowerCase(), ...passwordSignsIn(service) },
		select: { id: true, email: true, sessionEpoch: true, passwordHash: true },
	});
	if (!(await verifyPassword(user?.passwordHash ?? null, password)) || user === null) return null;
	return { id: user.id, email: user.email, epoch: user.sessionEpoch };
}
