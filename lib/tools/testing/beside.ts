import type { Service, Transaction } from "@/lib/platform/service";

/**
 * Begins something beside a transaction that is open, and waits until it is through, or waits for a lock. With PostgreSQL alone, and
 * outside of the transaction, which would see who waits as it was when it first looked.
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
 * The service, in whose next transaction something else begins between all that it has written and its commit; and what comes of that.
 * With PostgreSQL alone.
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
