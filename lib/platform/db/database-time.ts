import type { Client } from "./prisma-client";

/** The database's time at the zero of `performance.now()`. */
let origin: number | undefined;

/**
 * The time of the service, the same in all its processes: the database's when it was last read, and
 * what `performance.now()` counted since. Setting this machine's clock does not change it.
 */
export function databaseTime(): Date {
	if (origin === undefined) throw new Error("the database's time is not known: readDatabaseTime must come first");
	return new Date(origin + performance.now());
}

/**
 * A background job: reads the database's clock. Each reading bounds the origin by its round trip,
 * and moves it only as far as these bounds demand, so that a slow answer does no harm. Returns 0.
 */
export async function readDatabaseTime({ prisma }: { prisma: Client }): Promise<number> {
	const asked = performance.now();
	const [row] = await prisma.$queryRaw<{ time: number }[]>`
		SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::float8 AS time`;
	const answered = performance.now();
	if (row === undefined) throw new Error("the database's clock must give one row");
	const [earliest, latest] = [row.time - answered, row.time - asked];
	origin = Math.min(Math.max(origin ?? (earliest + latest) / 2, earliest), latest);
	return 0;
}
