import { constants } from "node:fs";
import { open, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { verifyPassword } from "@/lib/domain/accounts/passwords";
import type { Service } from "@/lib/platform/service";

/** The organization of the account that the first start creates. */
export const FIRST_ORGANIZATION = "service";

const NAME = "first-password";

const passwordFiles = async (dataDirectory: string) =>
	(await readdir(dataDirectory)).filter((name) => /^first-password(-\d+)?$/.test(name));

/**
 * Writes the first operator's password into a new file of the data directory, which its owner alone
 * can read. An existing file or link is neither followed nor overwritten.
 * @returns the file's path
 */
export async function writeFirstPassword(dataDirectory: string, password: string): Promise<string> {
	for (let number = 1; ; number += 1) {
		const path = join(dataDirectory, number === 1 ? NAME : `${NAME}-${number}`);
		const file = await open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
			if (error.code !== "EEXIST") throw error;
			return undefined;
		});
		if (file === undefined) continue;
		try {
			await file.writeFile(`${password}\n`);
			await file.sync();
		} finally {
			await file.close();
		}
		return path;
	}
}

/**
 * Gives the name of the file of {@link writeFirstPassword} until anybody has signed in, and null from
 * then on, without another look at files or database.
 */
export function firstPasswordUntilUsed(
	{ prisma }: Pick<Service, "prisma">,
	dataDirectory: string,
): () => Promise<string | null> {
	let used = false;
	return async () => {
		const name = used ? undefined : (await passwordFiles(dataDirectory)).sort().at(-1);
		used =
			name === undefined ||
			(await prisma.user.findFirst({ where: { last_sign_in_at: { not: null } }, select: { id: true } })) !== null;
		return used ? null : (name ?? null);
	};
}

/**
 * Removes files of {@link writeFirstPassword} whose password no longer signs in. Returns their
 * number.
 */
export async function removeObsoletePasswords(
	service: Pick<Service, "prisma">,
	dataDirectory: string,
): Promise<number> {
	const names = await passwordFiles(dataDirectory);
	if (names.length === 0) return 0;
	const operator = await service.prisma.user.findFirst({
		where: { organization: { slug: FIRST_ORGANIZATION } },
		orderBy: { created_at: "asc" },
		select: { password_hash: true },
	});
	let removed = 0;
	for (const path of names.map((name) => join(dataDirectory, name))) {
		const flag = constants.O_RDONLY | constants.O_NOFOLLOW;
		// A link, or a directory, is not this service's.
		const password = await readFile(path, { encoding: "utf8", flag }).catch(() => undefined);
		if (password === undefined) continue;
		if (await verifyPassword(operator?.password_hash ?? null, password.trim())) continue;
		await rm(path, { force: true });
		removed += 1;
	}
	return removed;
}
