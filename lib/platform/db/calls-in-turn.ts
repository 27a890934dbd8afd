import { oneAtATime } from "@/lib/platform/one-at-a-time";

type Call = (...given: unknown[]) => Promise<unknown>;

/**
 * Gives a transaction whose calls, and those of its models, begin one after the other. Prisma makes a
 * batch of calls that begin in the same tick, and when one of them fails, those behind it give
 * `undefined` instead of an error (docs/decisions/0111).
 */
export function callsInTurn<Transaction extends object>(transaction: Transaction): Transaction {
	const inTurn = oneAtATime();
	const wrap = <Target extends object>(target: Target): Target =>
		new Proxy(target, {
			get: (_, name) => {
				const value: unknown = Reflect.get(target, name);
				if (typeof value === "function")
					return (...given: unknown[]) => inTurn(() => (value as Call).apply(target, given));
				return typeof value === "object" && value !== null ? wrap(value) : value;
			},
		});
	return wrap(transaction);
}
