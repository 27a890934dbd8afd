/** Waits, or until it is stopped. */
export function pause(milliseconds: number, stopping: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const end = () => {
			clearTimeout(timer);
			stopping.removeEventListener("abort", end);
			resolve();
		};
		const timer = setTimeout(end, milliseconds);
		stopping.addEventListener("abort", end, { once: true });
		if (stopping.aborted) end();
	});
}
