/** A step of a request adds its results to the passage, or throws the caller's error. */
export type Step<Passage> = (passage: Passage) => void | Promise<void>;

/** Takes the steps in order; awaits only promises, to save microtasks. */
export async function takeSteps<Passage>(steps: readonly Step<Passage>[], passage: Passage): Promise<void> {
	for (const step of steps) {
		const pending = step(passage);
		if (pending !== undefined) await pending;
	}
}
