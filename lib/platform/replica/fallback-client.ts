import type { Client } from "@/lib/platform/db/prisma-client";

type Method = (...given: unknown[]) => unknown;

/**
 * A client for the reads of one request. A statement or transaction that fails on the replica is
 * repeated on the primary, and all later ones go there. The primary is ahead, so rows once read do
 * not disappear again.
 * @param options.isUsable called before each
 * @param options.fails whether an error is the replica's fault; called for the first one alone
 */
export function fallbackClient(
	replica: Client,
	primary: Client,
	options: { isUsable(): boolean; fails(thrown: unknown): boolean },
): Client {
	let isLost = false;
	const call = async (path: readonly string[], given: readonly unknown[]) => {
		if (!isLost && options.isUsable()) {
			try {
				return await callAt(replica, path, given);
			} catch (thrown) {
				// Another statement of the request may have failed since.
				if (!isLost && !options.fails(thrown)) throw thrown;
			}
		}
		isLost = true;
		return callAt(primary, path, given);
	};
	const at = (target: object, path: readonly string[]): object =>
		new Proxy(target, {
			get: (_, name) => {
				const value: unknown = Reflect.get(target, name);
				if (typeof name !== "string") return value;
				const own = [...path, name];
				if (typeof value === "function") return (...given: unknown[]) => call(own, given);
				return typeof value === "object" && value !== null ? at(value, own) : value;
			},
		});
	return at(replica, []) as Client;
}

function callAt(client: Client, path: readonly string[], given: readonly unknown[]): unknown {
	const owner = path.slice(0, -1).reduce<object>((part, name) => Reflect.get(part, name), client);
	const method: Method = Reflect.get(owner, path.at(-1) ?? "");
	return method.apply(owner, [...given]);
}
