/** Upper bounds of the latency histogram, in seconds. */
export const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** How often a route was called with which outcome, and how long it took. */
export interface RouteMetrics {
	readonly route: string;
	/** `2xx`, `4xx` and so on. */
	readonly statusClass: string;
	count: number;
	milliseconds: number;
	/** Calls within each bound of {@link BUCKETS}. */
	readonly within: number[];
}

/** What a process does by itself; each is there from the start, so that its first failure is an increase. */
const PARTS = ["build", "build queue", "changes", "database", "duty", "sweep"] as const;

interface Registry {
	readonly routes: Map<string, RouteMetrics>;
	throttled: number;
	/** How often each part of what runs by itself has failed. */
	readonly failures: Map<string, number>;
}

const KEY = Symbol.for("targeting-service.metrics");

/** The counters of this process; on globalThis, as routes and the server are bundled apart. */
export function registry(): Registry {
	const shared = globalThis as typeof globalThis & { [KEY]?: Registry };
	shared[KEY] ??= { routes: new Map(), throttled: 0, failures: new Map(PARTS.map((part) => [part, 0])) };
	return shared[KEY];
}

/** Counts a request that was answered. Takes the route's pattern, never a path: ids would be labels without number. */
export function countRequest(route: string | undefined, status: number, milliseconds: number): void {
	const statusClass = status === 0 ? "none" : `${Math.floor(status / 100)}xx`;
	const key = `${route} ${statusClass}`;
	const { routes } = registry();
	const counted = routes.get(key) ?? {
		route: route ?? "none",
		statusClass,
		count: 0,
		milliseconds: 0,
		within: BUCKETS.map(() => 0),
	};
	routes.set(key, counted);
	const seconds = milliseconds / 1_000;
	counted.count += 1;
	counted.milliseconds += milliseconds;
	BUCKETS.forEach((bound, place) => {
		if (seconds <= bound) counted.within[place] = (counted.within[place] ?? 0) + 1;
	});
}

/** Counts a call that was refused because of its caller's rate limit. */
export function countThrottled(): void {
	registry().throttled += 1;
}

/** Counts what a process could not do of what it does by itself. */
export function countFailure(part: (typeof PARTS)[number]): void {
	const { failures } = registry();
	failures.set(part, (failures.get(part) ?? 0) + 1);
}
