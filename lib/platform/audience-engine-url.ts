import { z } from "zod";

/** A ClickHouse server, and how it reads the file store. */
export interface AudienceEngineLocation {
	/** Its HTTP interface, with user and password. */
	readonly url: string;
	readonly database: string;
	/** Its named collection for the bucket of the file store, with the prefix. */
	readonly collection: string;
	/** The cluster whose nodes read the files; undefined: the server alone. */
	readonly cluster: string | undefined;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const name = z.string().regex(NAME, "must be a name of letters, digits and _");
const options = z.strictObject({
	collection: name.default("targeting_files"),
	cluster: name.optional(),
	secure: z.stringbool().default(false),
});

/**
 * Parses `clickhouse://user:password@host:8123/database?collection=NAME&cluster=NAME&secure=true`.
 * @returns the problem of another address as a text
 */
export function parseAudienceEngineUrl(address: string): AudienceEngineLocation | string {
	const example = "must be an address such as clickhouse://user:password@host:8123/database";
	if (!URL.canParse(address)) return example;
	const { protocol, username, password, hostname, port, pathname, searchParams, hash } = new URL(address);
	if (protocol !== "clickhouse:" || hostname === "" || hash !== "") return example;
	const found = options.safeParse(Object.fromEntries(searchParams));
	if (!found.success) return `has invalid options: ${z.prettifyError(found.error)}`;
	const database = pathname.slice(1) || "default";
	if (!NAME.test(database)) return "must name a database of letters, digits and _";
	const { collection, cluster, secure } = found.data;
	const credentials = username === "" ? "" : `${username}:${password}@`;
	const url = `${secure ? "https" : "http"}://${credentials}${hostname}:${port || (secure ? 8443 : 8123)}`;
	return { url, database, collection, cluster };
}
