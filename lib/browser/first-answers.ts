import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { pageRendering } from "@/lib/contract/page-rendering";

/** What comes with the document of a page: the answers to its queries. */
interface FirstAnswers {
	/** Where the event stream continues. */
	readonly position: string | null;
	readonly answers: readonly (readonly [key: QueryKey, data: unknown])[];
}

/** The element of the document that has them, as JSON. */
export const FIRST_ANSWERS = "first-answers";
/** How long they are as good as fresh ones: the page becomes alive, and follows the event stream. */
const GOOD_MS = 15_000;

/** When they were taken, of `Date.now()`; later answers have another time. */
let takenAt: number | undefined;
let position: string | null = null;

/** Writes the answers that a client has on the server as JSON, which may stand in a script element. */
export function writeFirstAnswers(client: QueryClient): string {
	const answers = client
		.getQueryCache()
		.getAll()
		.filter(({ state }) => state.status === "success")
		.map(({ queryKey, state }) => [queryKey, state.data] as const);
	const written: FirstAnswers = { position: pageRendering()?.position() ?? null, answers };
	return JSON.stringify(written).replaceAll("<", "\\u003c");
}

/** Gives a new client of a browser the answers that came with the document. */
export function takeFirstAnswers(client: QueryClient): void {
	const written = typeof document === "undefined" ? null : document.getElementById(FIRST_ANSWERS)?.textContent;
	if (!written || takenAt !== undefined) return;
	const first: FirstAnswers = JSON.parse(written);
	takenAt = Date.now();
	position = first.position;
	for (const [key, data] of first.answers) client.setQueryData(key, data, { updatedAt: takenAt });
}

/** How long an answer is fresh, in milliseconds. */
export const freshFor = ({ state }: { state: { dataUpdatedAt: number } }): number =>
	state.dataUpdatedAt === takenAt ? GOOD_MS : 1_000;

/** The position of the event stream from which this document's answers are followed; null without one. */
export const firstPosition = (): string | null => position;
