/** Makes a queue: each work begins when the one before it has ended, however it ended. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
	let last: Promise<unknown> = Promise.resolve();
	return (work) => {
		const done = last.then(work);
		last = done.catch(() => undefined);
		return done;
	};
}
