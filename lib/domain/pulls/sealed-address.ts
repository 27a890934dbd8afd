import type { Pull } from "@/lib/generated/prisma/client";
import { seal, unseal } from "@/lib/platform/seal";
import type { Secrets } from "@/lib/platform/secrets";

type StoredAddress = Pick<Pull, "url" | "sealed_query">;

const PURPOSE = "query of a pull's address";

/** An address and its query, with the `?`; of S3 all is address, as its options are no secrets. */
function cut(text: string): { readonly url: string; readonly query: string } {
	if (/^s3:/i.test(text)) return { url: text, query: "" };
	const [url = ""] = text.split(/[?#]/, 1);
	return { url, query: text.slice(url.length).replace(/#.*$/s, "") };
}

/** The visible part of an address: its query may be a signature. */
export const shownAddress = ({ url, sealed_query: sealedQuery }: StoredAddress) => ({
	url,
	has_query: sealedQuery !== null,
});

/** The whole address, to pull from. */
export function openAddress(secrets: Secrets, { url, sealed_query: sealedQuery }: StoredAddress): string {
	return sealedQuery === null ? url : url + unseal(secrets, PURPOSE, sealedQuery);
}

/**
 * An address as it is stored. The address that is shown keeps the query that it has; with a bare `?`
 * it has none.
 */
export function sealAddress(secrets: Secrets, text: string, before: StoredAddress | null): StoredAddress {
	const { url, query } = cut(text.trim());
	const isShown = query === "" && before !== null && url === before.url;
	const kept = isShown ? openAddress(secrets, before).slice(url.length) : query;
	return { url, sealed_query: kept.length <= 1 ? null : seal(secrets, PURPOSE, kept) };
}
