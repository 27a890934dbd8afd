import { redirect } from "next/navigation";
import { cache } from "react";
import type { SessionUser } from "@/components/kit/session/session";
import { sessionUser } from "@/lib/http/routes/session-user";

/** The framework's props for a page that reads its query. */
export interface SearchProps {
	searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The signed-in user of this request, looked up once for the layout and its page. */
export const currentUser = cache(sessionUser);

/**
 * The signed-in user. Redirects visitors to sign-in, and from there back to `path` with its query;
 * redirects those who must add a second factor first.
 */
export async function requireUser(
	path: string,
	searchParams: Record<string, string | string[] | undefined> = {},
): Promise<SessionUser> {
	const user = await currentUser();
	if (user?.mustAddFactor) redirect("/second-factor");
	if (user !== null) return user;
	const query = new URLSearchParams(
		Object.entries(searchParams).flatMap(([name, value]) =>
			value === undefined ? [] : [value].flat().map((one): [string, string] => [name, one]),
		),
	).toString();
	redirect(`/signin?${new URLSearchParams({ callbackUrl: query === "" ? path : `${path}?${query}` })}`);
}
