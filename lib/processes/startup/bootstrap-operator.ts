import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import type pg from "pg";
import { hashPassword } from "@/lib/domain/accounts/passwords";
import { isCommonPassword } from "@/lib/domain/accounts/sign-in/common-passwords";
import { isUniqueViolation } from "@/lib/platform/db/conflicts";
import { EnvironmentError } from "@/lib/platform/env";
import { madeSecret } from "@/lib/platform/made-secret";
import type { Service } from "@/lib/platform/service";
import { emailKey } from "@/lib/rules/text/email-key";
import { FIRST_ORGANIZATION, writeFirstPassword } from "./first-password";

/** Credentials of the first sign-in. */
export interface FirstSignIn {
	readonly email: string;
	/** The file with the password; null when BOOTSTRAP_PASSWORD gave it. */
	readonly passwordFile: string | null;
}

/**
 * Refuses a common password for the first operator, before any change to an empty database.
 * @throws EnvironmentError
 */
export async function refuseCommonPassword(pool: pg.Pool, password: string | undefined): Promise<void> {
	// The list of them is read for the first start alone.
	if (password === undefined || (await hasUsers(pool)) || !(await isCommonPassword(password))) return;
	throw new EnvironmentError("BOOTSTRAP_PASSWORD must not be one of the common passwords, which are guessed first");
}

async function hasUsers(pool: pg.Pool): Promise<boolean> {
	const { rows: tables } = await pool.query<{ there: boolean }>("SELECT to_regclass('users') IS NOT NULL AS there");
	return tables[0]?.there === true && (await pool.query("SELECT FROM users LIMIT 1")).rows.length > 0;
}

/**
 * Creates the operator account of an empty database (docs/operations.md, Start). Its password is in a
 * file before the account exists, so that a crash loses none.
 * @returns how to sign in, once, or null when users exist
 */
export async function bootstrapOperator(
	service: Pick<Service, "prisma">,
	dataDirectory: string,
	given: { email: string | undefined; password: string | undefined },
): Promise<FirstSignIn | null> {
	if ((await service.prisma.user.findFirst({ select: { id: true } })) !== null) return null;
	const email = given.email ?? "operator@targeting.local";
	const password = given.password ?? madeSecret("first password", randomBytes(12).toString("base64url"));
	const passwordHash = await hashPassword(password);
	const passwordFile = given.password === undefined ? await writeFirstPassword(dataDirectory, password) : null;
	try {
		await service.prisma.organization.create({
			data: {
				slug: FIRST_ORGANIZATION,
				name: "Service operators",
				users: {
					create: {
						email,
						email_key: emailKey(email),
						role: "operator",
						password_hash: passwordHash,
						first_name: "First",
						last_name: "Operator",
					},
				},
			},
		});
	} catch (error) {
		if (passwordFile !== null) await rm(passwordFile, { force: true });
		// Another process of the same first start was faster and prints how to sign in.
		if (isUniqueViolation(error)) return null;
		throw error;
	}
	return { email, passwordFile };
}
