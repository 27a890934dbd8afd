import type pg from "pg";
import type { FileStore } from "@/lib/platform/files/file-store";
import type { Secrets } from "@/lib/platform/secrets";
import { BEGINNING, type Place, readPlace } from "./place";
import { writeHead } from "./remembered-head";

/**
 * Remembers the end of a chain that was imported, in place of what the file store remembers: the
 * chain may be shorter, as an archive is older.
 */
export async function rememberImported(
	client: Pick<pg.PoolClient, "query">,
	service: Secrets & { readonly files: FileStore },
): Promise<void> {
	const newest = async (sql: string): Promise<Place | undefined> => {
		const { rows: places } = await client.query<{ place: string }>(sql);
		return places[0] && readPlace(places[0].place);
	};
	const start = await newest(`SELECT last_position || ':' || encode(last_hash, 'hex') AS place FROM audit_removals
		ORDER BY last_position DESC LIMIT 1`);
	const end = await newest(`SELECT position || ':' || encode(hash, 'hex') AS place FROM audit_chain
		ORDER BY position DESC LIMIT 1`);
	await writeHead(service, { start: start ?? BEGINNING, end: end ?? start ?? BEGINNING });
}
