import type { Service, Transaction } from "@/lib/platform/service";

/**
 * Starts work beside an open transaction, and waits until it has finished or waits for a lock.
 * PostgreSQL only. It looks from outside of the transaction, which would see a snapshot of the
 * waiting backends.
 */
export async function beginBeside<Result>(
	{ prisma }: Pick<Service, "prisma">,
	begin: () => Promise<Result>,
): Promise<{ begun: Promise<Result> }> {
	let settled = false;
	const settle = () => {
		settled = true;
	};
	const begun = begin();
	begun.then(settle, settle);
	for (let waiting = 0; !settled && waiting === 0; ) {
		const found = await prisma.$queryRaw<{ waiting: number }[]>`
			SELECT count(*)::int AS waiting FROM pg_stat_activity
			WHERE datname = current_database() AND wait_event_type = 'Lock'`;
		waiting = found[0]?.waiting ?? 0;
	}
	return { begun };
}

/**
 * A service in whose next transaction other work starts between its last write and its commit; also
 * the outcome of that work. PostgreSQL only.
 */
export function beforeCommit<Opened extends Service, Result>(
	service: Opened,
	begin: () => Promise<Result>,
): { service: Opened; begun: () => Promise<Result> } {
	let beside: { begun: Promise<Result> } | undefined;
	const prisma = new Proxy(service.prisma, {
		get: (client, name) => {
			if (name !== "$transaction") return Reflect.get(client, name);
			return (work: (tx: Transaction) => Promise<unknown>) =>
				client.$transaction(async (tx) => {
					const done = await work(tx);
					beside ??= await beginBeside(service, begin);
					return done;
				});
		},
	});
	const begun = async () => {
		if (beside === undefined) throw new Error("There was no transaction yet.");
		return beside.begun;
	};
	return { service: { ...service, prisma }, begun };
}
