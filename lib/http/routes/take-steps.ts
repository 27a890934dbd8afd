/** A step of a request: adds what it finds out to the passage, or throws the error that the caller gets. */
export type Step<Passage> = (passage: Passage) => void | Promise<void>;

/** Takes steps one after the other; waits only for those that have something to wait for. */
export async function takeSteps<Passage>(steps: readonly Step<Passage>[], passage: Passage): Promise<void> {
	for (const step of steps) {
		const pending = step(passage);
		if (pending !== undefined) await pending;
	}
}
