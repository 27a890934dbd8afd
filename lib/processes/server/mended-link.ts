import { signInSecret } from "@/lib/rules/text/sign-in-secret";
import type { RequestTarget } from "./request-target";

/**
 * Where a sign-in link leads whose `#` a mail gateway has encoded or dropped, so that its secret
 * came in the path (docs/contract.md, Sessions and sign-in links); undefined for other addresses.
 */
export function mendedLink({ path, query }: RequestTarget): string | undefined {
	const secret = path.startsWith("/welcome") ? signInSecret(path + query) : undefined;
	return secret === undefined ? undefined : `/welcome#${secret}`;
}
