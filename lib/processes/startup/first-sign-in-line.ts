import type { FirstSignIn } from "./bootstrap-operator";

/** Shown once, by the first start with an empty database. It has no password: it becomes a log line. */
export function firstSignInLine(page: string, { email, passwordFile }: FirstSignIn): string {
	const where = passwordFile === null ? "given in BOOTSTRAP_PASSWORD" : `in ${passwordFile}`;
	return `Sign in at ${page} as ${email} with the password ${where}\n`;
}
