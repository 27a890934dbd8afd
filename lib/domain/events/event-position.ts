import type { Prisma } from "@/lib/generated/prisma/client";
import { database } from "@/lib/platform/db/database";
import { currentSnapshot } from "./read-changes";

/**
 * The position in the event stream of whoever reads now: a stream that continues from it misses no
 * change of what is read afterwards (docs/contract.md, Events).
 */
export const eventPosition = (): Promise<string> =>
	currentSnapshot(async <Row>({ text, values }: Prisma.Sql) => {
		const { rows } = await database().pool.query(text, [...values]);
		return rows as Row[];
	});
