import { randomBytes } from "node:crypto";
import { hashPassword } from "@/lib/domain/accounts/passwords";
import { isUniqueViolation } from "@/lib/platform/db/conflicts";
import type { Service } from "@/lib/platform/service";

/** Credentials of the first sign-in. */
export interface FirstSignIn {
	readonly email: string;
	/** Null when BOOTSTRAP_PASSWORD gave it: the operator knows it, and it is not printed. */
	readonly password: string | null;
}

/**
 * Creates the operator account of an empty database (docs/operations.md, Start).
 * @returns the credentials once, or null when users exist
 */
export async function bootstrapOperator(
	service: Pick<Service, "prisma">,
	given: { email: string | undefined; password: string | undefined },
): Promise<FirstSignIn | null> {
	if ((await service.prisma.user.findFirst({ select: { id: true } })) !== null) return null;
	const email = given.email ?? "operator@targeting.local";
	const password = given.password ?? randomBytes(12).toString("base64url");
	const passwordHash = await hashPassword(password);
	try {
		await service.prisma.organization.create({
			data: {
				slug: "service",
				name: "Service operators",
				users: {
					create: {
						email,
						emailKey: email.toLowerCase(),
						role: "operator",
						passwordHash,
						firstName: "First",
						lastName: "Operator",
					},
				},
			},
		});
	} catch (error) {
		// Another process of the same first start was faster and prints it.
		if (isUniqueViolation(error)) return null;
		throw error;
	}
	return { email, password: given.password === undefined ? password : null };
}
