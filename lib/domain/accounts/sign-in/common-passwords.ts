import { readFile } from "node:fs/promises";
import { projectPath } from "@/lib/platform/project-path";

let list: Promise<ReadonlySet<string>> | undefined;

/** 49,233 passwords in lower case, the most frequent of many breaches; read when first needed. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
	list ??= readList().catch((thrown: unknown) => {
		// A failed read, as with too many open files, may succeed the next time.
		list = undefined;
		throw thrown;
	});
	return list;
}

async function readList(): Promise<ReadonlySet<string>> {
	const path = projectPath("node_modules", "@zxcvbn-ts", "language-common", "src", "passwords.json");
	return new Set<string>(JSON.parse(await readFile(path, "utf8")));
}

/**
 * Whether a password is a common one, in any case: as it is, written over and over, or with fewer
 * digits and signs around it than it has characters itself (`Password1234!`).
 */
export async function isCommonPassword(password: string): Promise<boolean> {
	const common = await commonPasswords();
	const plain = password.trim().toLowerCase();
	const word = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
	const once = /^(.{2,40}?)\1+$/su.exec(plain)?.[1] ?? plain;
	return common.has(plain) || common.has(once) || (word.length > plain.length / 2 && common.has(word));
}
