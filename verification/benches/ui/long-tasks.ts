/** Milliseconds from which a task of the main thread counts as a stall. */
export const STALL_MS = 200;

type Observed = Window & { tasks?: number[] };

/** Runs in the page: records each task of its main thread above 50 ms. */
export function observeTasks(): void {
	const observed = window as Observed;
	observed.tasks = [];
	new PerformanceObserver((list) => {
		observed.tasks?.push(...list.getEntries().map(({ duration }) => duration));
	}).observe({ type: "longtask", buffered: true });
}

/** Runs in the page: takes the tasks since the last call. */
export function takeTasks(): number[] {
	return (window as Observed).tasks?.splice(0) ?? [];
}
