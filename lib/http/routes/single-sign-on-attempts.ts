import { createHash } from "node:crypto";
import { cookieName } from "@/lib/domain/accounts/session";
import type { Service } from "@/lib/platform/service";
import { servicePath } from "./public-address";

/** Attempts of one browser at a time; a further one ends the oldest. */
const MOST_ATTEMPTS = 4;
const NONCE = "next-auth.nonce";
/**
 * Cookies of next-auth: the page to open afterwards, and the values that identify the provider's
 * answer.
 */
const COOKIES = ["next-auth.callback-url", NONCE, "next-auth.pkce.code_verifier"] as const;
const MARK = /^[\w-]{16}$/;

/** One sign-in at the provider, from the button to the page behind. */
export interface SingleSignOnAttempt {
	readonly service: Pick<Service, "settings">;
	/** Whether the request used HTTPS, which decides the cookies' names and flags. */
	readonly secure: boolean;
	/**
	 * Stands in the names of its cookies, so that several tabs sign in at a time: a digest of its
	 * `state`. Sealed under these names, nonce and PKCE's secret belong to that `state` alone.
	 */
	readonly mark: string;
}

/** The mark of an attempt, by its `state`. */
export const markOf = (state: string): string => createHash("sha256").update(state).digest("base64url").slice(0, 16);

/**
 * Keeps the attempts of a browser few: has the answer to the request that begins one end the oldest,
 * and this one where next-auth did not begin it, as for a form of another site.
 */
export function boundAttempts(attempt: SingleSignOnAttempt, request: Request, response: Response): Response {
	const begun = response.headers.getSetCookie().some((cookie) => cookie.includes(`${NONCE}.${attempt.mark}`));
	const ended = openMarks(attempt, request).slice(0, 1 - MOST_ATTEMPTS);
	for (const mark of begun ? ended : [...ended, attempt.mark]) {
		for (const cookie of endAttempt({ ...attempt, mark })) response.headers.append("Set-Cookie", cookie);
	}
	return response;
}

/** Values of `Set-Cookie` that remove the cookies of an attempt. */
export function endAttempt({ service, secure, mark }: SingleSignOnAttempt): string[] {
	const path = servicePath(service, "") || "/";
	const flags = `Path=${path}; Max-Age=0; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
	return COOKIES.map((name) => `${cookieName(service, secure, `${name}.${mark}`)}=; ${flags}`);
}

/** Marks of the attempts that a browser has begun, oldest first: so browsers send cookies. */
function openMarks({ service, secure }: SingleSignOnAttempt, request: Request): string[] {
	const pairs = (request.headers.get("cookie") ?? "").split(/;\s*/);
	const names = pairs.map((pair) => pair.split("=", 1)[0] ?? "");
	const around = COOKIES.map((name) => cookieName(service, secure, `${name}.|`).split("|"));
	const marks = names.flatMap((name) =>
		around
			.filter(([before = "", after = ""]) => name.startsWith(before) && name.endsWith(after))
			.map(([before = "", after = ""]) => name.slice(before.length, name.length - after.length)),
	);
	return [...new Set(marks.filter((mark) => MARK.test(mark)))];
}
