/** Milliseconds from which a task of the main thread counts as stalling. */
export const STALL_MS = 200;

type Observed = Window & { tasks?: number[] };

/** Runs in the page: notes every task of its main thread that takes longer than 50 ms. */
export function observeTasks(): void {
	const observed = window as Observed;
	observed.tasks = [];
	new PerformanceObserver((list) => {
		observed.tasks?.push(...list.getEntries().map(({ duration }) => duration));
	}).observe({ type: "longtask", buffered: true });
}

/** Runs in the page: what was noted since it was asked last. */
export function takeTasks(): number[] {
	return (window as Observed).tasks?.splice(0) ?? [];
}
