import type { Client, Transaction } from "@/lib/platform/db/prisma-client";
import type { Service } from "@/lib/platform/service";

type Work = () => unknown;

/** Work that waits for the commit, by the service passed to the operation. */
const waiting = new WeakMap<Service, Work[]>();

/**
 * Runs an operation whose first transaction stays open until the operation has ended, so that
 * `conclude` writes into the same transaction. Reads before that transaction stay outside of it;
 * all later reads and writes belong to it.
 * @param work must reach the database through the given service only: the embedded database has one
 *   connection
 * @param conclude runs in a transaction of its own if the operation had none; its error undoes the
 *   operation
 */
export async function inOneTransaction<Result>(
	service: Service,
	work: (service: Service) => Promise<Result>,
	conclude?: (tx: Transaction, result: Result) => Promise<void>,
): Promise<Result> {
	const held = new HeldTransaction(service.prisma);
	// Reads belong to the transaction, so none may go to the replica.
	const own: Service = { ...service, prisma: held.client, replica: undefined };
	const deferred: Work[] = [];
	waiting.set(own, deferred);
	let result: Result;
	try {
		result = await work(own);
		if (conclude !== undefined) await held.client.$transaction((tx) => conclude(tx, result));
	} catch (thrown) {
		await held.end("roll back");
		throw thrown;
	} finally {
		waiting.delete(own);
	}
	await held.end("commit");
	for (const each of deferred) await each();
	return result;
}

/** Whether an operation runs within {@link inOneTransaction}. */
export function isInOneTransaction(service: Service): boolean {
	return waiting.has(service);
}

/**
 * Does work that must follow the commit: at once after an operation's own transaction, or after the
 * commit of {@link inOneTransaction}.
 */
export async function afterCommit(service: Service, work: Work): Promise<void> {
	const deferred = waiting.get(service);
	if (deferred === undefined) await work();
	else deferred.push(work);
}

class RolledBackError extends Error {}

/** A client whose first transaction stays open until {@link end}; later ones join it. */
class HeldTransaction {
	readonly client: Client;
	readonly #prisma: Client;
	#open: { readonly tx: Transaction; finish(how: "commit" | "roll back"): Promise<void> } | undefined;

	constructor(prisma: Client) {
		this.#prisma = prisma;
		this.client = new Proxy(prisma, {
			get: (target, name) => (name === "$transaction" ? this.#transact : Reflect.get(this.#open?.tx ?? target, name)),
		});
	}

	async end(how: "commit" | "roll back"): Promise<void> {
		await this.#open?.finish(how);
	}

	/** Rejects only after the transaction was rolled back, so that the caller may begin another. */
	readonly #transact: Client["$transaction"] = (work, options) => {
		if (this.#open !== undefined) return work(this.#open.tx);
		return new Promise((begun, failed) => {
			const ended = this.#prisma.$transaction(async (tx) => {
				const result = await work(tx);
				await new Promise<void>((commit, rollBack) => {
					const finish = (how: "commit" | "roll back") => {
						this.#open = undefined;
						if (how === "commit") commit();
						else rollBack(new RolledBackError());
						return ended.catch((thrown: unknown) => {
							if (!(thrown instanceof RolledBackError)) throw thrown;
						});
					};
					this.#open = { tx, finish };
					begun(result);
				});
			}, options);
			ended.catch(failed);
		});
	};
}
