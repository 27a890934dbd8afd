import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { pageRendering, type RenderedPage, ZONE_COOKIE } from "@/lib/contract/page-rendering";
import { followZone } from "./format";
import { keepCookie } from "./keep-cookie";

/** What comes with the document of a page: the answers to its queries, and when they were read. */
interface FirstAnswers extends Pick<RenderedPage, "now" | "zone" | "position"> {
	readonly answers: readonly (readonly [key: QueryKey, data: unknown])[];
}

/** The element of the document that has them, as JSON. */
export const FIRST_ANSWERS = "first-answers";
/** How long they are as good as fresh ones: the page becomes alive, and follows the event stream. */
const GOOD_MS = 15_000;

const NO_PAGE = { now: 0, zone: null, position: null };

/** When they were taken, of `Date.now()`; later answers have another time. */
let takenAt: number | undefined;
let taken: FirstAnswers | undefined;

/** Writes the answers that a client has on the server as JSON, which may stand in a script element. */
export function writeFirstAnswers(client: QueryClient): string {
	const answers = client
		.getQueryCache()
		.getAll()
		.filter(({ state }) => state.status === "success")
		.map(({ queryKey, state }) => [queryKey, state.data] as const);
	const { now, zone, position } = pageRendering()?.page() ?? NO_PAGE;
	return JSON.stringify({ now, zone, position, answers } satisfies FirstAnswers).replaceAll("<", "\\u003c");
}

/**
 * Gives a new client of a browser the answers that came with the document. React makes more than one
 * where it begins again to take over what the server rendered.
 */
export function takeFirstAnswers(client: QueryClient): void {
	const written = typeof document === "undefined" ? null : document.getElementById(FIRST_ANSWERS)?.textContent;
	if (!written) return;
	taken ??= JSON.parse(written) as FirstAnswers;
	takenAt ??= Date.now();
	followZone(taken.zone ?? undefined);
	for (const [key, data] of taken.answers) client.setQueryData(key, data, { updatedAt: takenAt });
}

/** How long an answer is fresh, in milliseconds. */
export const freshFor = ({ state }: { state: { dataUpdatedAt: number } }): number =>
	state.dataUpdatedAt === takenAt ? GOOD_MS : 1_000;

/** The position of the event stream from which this document's answers are followed; null without one. */
export const firstPosition = (): string | null => taken?.position ?? null;

/**
 * The instant (epoch milliseconds) that a document was rendered at, for its reader's zone; null where
 * the server did not know the zone.
 */
export function firstNow(): number | null {
	const { now, zone } = pageRendering()?.page() ?? taken ?? NO_PAGE;
	return zone === null ? null : now;
}

/** Once the page is alive: times are of the browser's zone, which it tells the server for its next page. */
export function tellZone(): void {
	followZone(undefined);
	const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
	if (taken?.zone !== timeZone) keepCookie(ZONE_COOKIE, timeZone);
}
