import ipaddr from "ipaddr.js";
import { log } from "@/lib/platform/log";
import { processCell } from "@/lib/platform/process-state";

interface UnlistedProxy {
	/** Addresses that it has spoken for, up to {@link SURE_AT}. */
	readonly clients: Set<string>;
	isSure: boolean;
	lastAt: number;
}

/** A stranger on the internet may claim anything for itself; a proxy speaks for many. */
const SURE_AT = 20;
/** A proxy that has not forwarded anything for so long is gone. */
const FORGET_MS = 3_600_000;
/** Strangers must not fill the memory. */
const MOST = 1_000;

/** Of ipaddr.js: this machine, and networks that the internet does not reach. */
const PRIVATE: ReadonlySet<string> = new Set(["loopback", "private", "uniqueLocal", "linkLocal", "carrierGradeNat"]);

const cell = processCell<Map<string, UnlistedProxy>>("unlisted proxies");

/**
 * Notes a proxy that TRUSTED_PROXIES does not name. All its clients share its address in limits and
 * in the audit log. The log warns once for each proxy.
 * @param isNear whether it is the sender of the request itself, and not one that a trusted proxy
 *   names
 */
export function noteUnlistedProxy(address: string, client: string, isNear: boolean): void {
	cell.value ??= new Map();
	const proxies = cell.value;
	const known = proxies.get(address);
	if (known === undefined && proxies.size >= MOST) {
		for (const [other, { isSure, lastAt }] of proxies) if (!isSure || isOld(lastAt)) proxies.delete(other);
		if (proxies.size >= MOST) return;
	}
	const proxy = known ?? { clients: new Set(), isSure: false, lastAt: 0 };
	proxies.set(address, proxy);
	proxy.lastAt = Date.now();
	if (proxy.isSure) return;
	proxy.clients.add(client);
	proxy.isSure = (isNear && isPrivate(address)) || proxy.clients.size >= SURE_AT;
	if (!proxy.isSure) return;
	proxy.clients.clear();
	log.warn(
		{ proxy: address },
		"a proxy that TRUSTED_PROXIES does not name forwards requests: all its clients share its address in limits, the log and the address rules of keys",
	);
}

/**
 * Whether an address is that of such a proxy. All its clients share the address, so a limit by
 * address would count them as one caller.
 */
export function isUnlistedProxy(address: string): boolean {
	const proxy = cell.value?.get(address);
	return proxy?.isSure === true && !forgotten(address, proxy);
}

/** The proxies that forwarded something within the last hour. */
export function unlistedProxies(): string[] {
	return [...(cell.value ?? [])].flatMap(([address]) => (isUnlistedProxy(address) ? [address] : []));
}

/** For tests that share a process. */
export function forgetProxies(): void {
	cell.value = undefined;
}

const isOld = (lastAt: number) => Date.now() - lastAt >= FORGET_MS;

function forgotten(address: string, { lastAt }: UnlistedProxy): boolean {
	if (!isOld(lastAt)) return false;
	cell.value?.delete(address);
	return true;
}

function isPrivate(address: string): boolean {
	return ipaddr.isValid(address) && PRIVATE.has(ipaddr.process(address).range());
}
