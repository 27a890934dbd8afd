import type { AgentPrincipal } from "@/lib/domain/access/principal";
import type { Service } from "@/lib/platform/service";
import { shutdownSignal } from "@/lib/platform/shutdown-signal";
import { desiredMark } from "./desired-mark";

/** Poll interval, because another process may have made the change. */
const POLL_MS = 1_000;

/** An agent that waits until the state of its target is another one than it knows. */
interface Waiter {
	readonly known: string;
	/** Its place in the order of arrival. */
	place: number;
	readonly end: (changed: boolean) => void;
	readonly fail: (error: unknown) => void;
}

/** All agents of a target that wait in this process: one look a second is for all of them. */
class TargetWatch {
	readonly #service: Service;
	readonly #targetId: string;
	/** By the state that they know: nearly always one. */
	readonly #waiters = new Map<string, Set<Waiter>>();
	#come = 0;
	#timer: NodeJS.Timeout | undefined;

	constructor(service: Service, targetId: string) {
		this.#service = service;
		this.#targetId = targetId;
	}

	add(waiter: Waiter): void {
		waiter.place = this.#come += 1;
		const alike = this.#waiters.get(waiter.known);
		if (alike === undefined) this.#waiters.set(waiter.known, new Set([waiter]));
		else alike.add(waiter);
		if (this.#timer !== undefined) return;
		this.#timer = setInterval(this.#lookForAll, POLL_MS);
		for (const signal of this.#signals()) this.#service.signals.on(signal, this.#lookForAll);
		// One listener for all waiters: adding one compares it with every other.
		shutdownSignal().addEventListener("abort", this.#stop);
	}

	has(waiter: Waiter): boolean {
		return this.#waiters.get(waiter.known)?.has(waiter) === true;
	}

	/** @returns whether it was the last one */
	remove(waiter: Waiter): boolean {
		const alike = this.#waiters.get(waiter.known);
		if (alike?.delete(waiter) !== true) return false;
		if (alike.size === 0) this.#waiters.delete(waiter.known);
		if (this.#waiters.size > 0) return false;
		clearInterval(this.#timer);
		for (const signal of this.#signals()) this.#service.signals.off(signal, this.#lookForAll);
		shutdownSignal().removeEventListener("abort", this.#stop);
		return true;
	}

	#signals(): string[] {
		return [`target:${this.#targetId}`, "opt-outs"];
	}

	/**
	 * Each arriving agent reads the state for itself; a change it finds is passed on to all waiters.
	 */
	readonly look = async (): Promise<void> => {
		const come = this.#come;
		const { etag } = await desiredMark(this.#service, this.#targetId);
		for (const [known, waiters] of this.#waiters) {
			if (known === etag) continue;
			// A waiter that arrived later may know a newer state.
			for (const waiter of waiters) if (waiter.place <= come) waiter.end(true);
		}
	};

	readonly #lookForAll = (): void => {
		this.look().catch((error: unknown) => {
			for (const waiter of this.#all()) waiter.fail(error);
		});
	};

	readonly #stop = (): void => {
		for (const waiter of this.#all()) waiter.end(false);
	};

	#all(): Waiter[] {
		return [...this.#waiters.values()].flatMap((waiters) => [...waiters]);
	}
}

const watches = new WeakMap<Service, Map<string, TargetWatch>>();

/**
 * Waits until the desired state of a target has another ETag, the time is over, or the service
 * stops.
 * @param gone ends the wait when the agent has left
 * @returns whether it has changed
 */
export function waitForDesiredChange(
	service: Service,
	{ targetId }: AgentPrincipal,
	known: string,
	waitSeconds: number,
	gone: AbortSignal,
): Promise<boolean> {
	const ofService = watches.get(service) ?? new Map<string, TargetWatch>();
	const watch = ofService.get(targetId) ?? new TargetWatch(service, targetId);
	watches.set(service, ofService.set(targetId, watch));
	return new Promise((resolve, reject) => {
		let timer: NodeJS.Timeout | undefined;
		const stop = () => waiter.end(false);
		const leave = () => {
			clearTimeout(timer);
			gone.removeEventListener("abort", stop);
			if (watch.remove(waiter)) ofService.delete(targetId);
		};
		const waiter: Waiter = {
			known,
			place: 0,
			end: (changed) => {
				leave();
				resolve(changed);
			},
			fail: (error) => {
				leave();
				reject(error);
			},
		};
		// Before the look, so that no change is missed in between.
		watch.add(waiter);
		gone.addEventListener("abort", stop);
		watch.look().then(() => {
			if (waitSeconds === 0 || gone.aborted || shutdownSignal().aborted) stop();
			else if (watch.has(waiter)) timer = setTimeout(stop, waitSeconds * 1_000);
		}, waiter.fail);
	});
}
