import type { FirstSignIn } from "./bootstrap-operator";

/** Shown once, by the first start with an empty database; never logged. */
export function firstSignInLine(page: string, { email, password }: FirstSignIn): string {
	const secret = password === null ? "the password given in BOOTSTRAP_PASSWORD" : `the password ${password}`;
	return `Sign in at ${page} as ${email} with ${secret} (shown this once).\n`;
}
