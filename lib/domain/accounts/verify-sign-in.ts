import type { Service } from "@/lib/platform/service";
import { verifyPassword } from "./passwords";

/** What the session's token carries. */
export interface SignedInUser {
	readonly id: string;
	readonly email: string;
	readonly epoch: number;
}

/** The user of an e-mail and password; null when they do not fit, without telling which of the two. */
export async function verifySignIn(
	service: Pick<Service, "prisma" | "now">,
	{ email, password }: { email: string; password: string },
): Promise<SignedInUser | null> {
	if (email.includes("\0") || password.length > 1_000) return null;
	const user = await service.prisma.user.findFirst({
		where: { emailKey: email.trim().toLowerCase(), passwordHash: { not: null }, disabledAt: null },
		select: { id: true, email: true, sessionEpoch: true, passwordHash: true },
	});
	if (!(await verifyPassword(user?.passwordHash ?? null, password)) || user === null) return null;
	await service.prisma.user.update({
		where: { id: user.id },
		data: { lastSignInAt: service.now() },
		select: { id: true },
	});
	return { id: user.id, email: user.email, epoch: user.sessionEpoch };
}
