import type { Caller } from "@/lib/contract/caller";
import { EMBED_MESSAGE, type EmbedEvent, type EmbedTheme, type EmbedToken } from "@/lib/contract/embedding";
import { applyTheme } from "./apply-theme";
import { setEmbedding } from "./embedding";
import { address, contentOf } from "./fetcher";
import { serviceRecovery } from "./reachability";
import { pathInService } from "./service-path";

/** How far the page around has let this one. */
export type EmbedState =
	/** `alone`: nothing is around it. */
	| { readonly step: "alone" | "waiting" | "refused"; readonly user: null }
	/** `expired`: what the page shows stays, until there is another token. */
	| { readonly step: "working"; readonly user: Caller }
	| { readonly step: "expired"; readonly user: Caller | null };

type Grant = Required<Omit<EmbedToken, "type">>;

/** A token is asked for again this long before it ends, or after half of a shorter time (milliseconds). */
const EARLY = 60_000;
/** So little time is not halved again. */
const SHORT = 5_000;
/** The longest time of a timer that browsers keep. */
const LONGEST = 2_000_000_000;
/** How long the page around may take to answer. */
const ANSWER = 10_000;

let state: EmbedState = { step: "waiting", user: null };
const listeners = new Set<() => void>();
/** In memory alone. */
let granted: Grant | null = null;
let around: { organization: string; origins: readonly string[] } = { organization: "", origins: [] };
let parentOrigin: string | null = null;
/** The `fetch` of the browser, without the token. */
let bare: typeof fetch = fetch;
let timer: ReturnType<typeof setTimeout> | undefined;
/** One question at a time, and one answer after the other. */
let question: { token: Promise<string | null>; answer: (token: string | null) => void } | null = null;
let taking: Promise<void> = Promise.resolve();

function tell(next: EmbedState): void {
	state = next;
	for (const listener of listeners) listener();
}

/** The state, for `useSyncExternalStore`. */
export const embedState = (): EmbedState => state;
export function onEmbedState(listener: () => void): () => void {
	listeners.add(listener);
	return () => void listeners.delete(listener);
}

/** Until the page around has spoken, everybody may hear what is sent: it says nothing. */
const post = (message: EmbedEvent | { type: "token" }) =>
	window.parent.postMessage({ source: EMBED_MESSAGE, ...message }, parentOrigin ?? "*");

/** Lets the page around hear of something; nobody where there is none that has spoken. */
export function tellParent(event: EmbedEvent): void {
	if (parentOrigin !== null) post(event);
}

/** Asks the page around for a token; gives null where it has none that is valid. */
function ask(): Promise<string | null> {
	if (question !== null) return question.token;
	const { promise, resolve } = Promise.withResolvers<string | null>();
	const late = setTimeout(() => resolve(null), ANSWER);
	const token = promise.finally(() => {
		clearTimeout(late);
		question = null;
	});
	question = { token, answer: resolve };
	post({ type: "token" });
	return token;
}

function expire(): void {
	if (state.step === "expired" || state.step === "refused") return;
	tell({ step: "expired", user: state.user });
	tellParent({ type: "expired" });
}

/** The user of a token; null for one that the service refuses. Waits for a service that is away. */
async function callerOf(token: string): Promise<Caller | null> {
	for (;;) {
		const answer = await bare(address("/api/caller"), byToken({}, token)).catch(() => null);
		if (answer?.ok) return contentOf(await answer.json()) as Caller;
		if (answer !== null && answer.status < 429) return null;
		await serviceRecovery();
	}
}

async function take(next: Grant): Promise<void> {
	const user = await callerOf(next.token);
	if (user === null) {
		question?.answer(null);
		if (granted === null) expire();
		return;
	}
	if (user.org_slug !== around.organization) {
		question?.answer(null);
		if (granted === null) tell({ step: "refused", user: null });
		return tellParent({ type: "refused", reason: "organization" });
	}
	// Another user sees nothing of what this one has loaded.
	if (state.user !== null && state.user.id !== user.id) return window.location.reload();
	const first = granted === null;
	granted = next;
	setEmbedding({ organization: around.organization, mode: next.mode });
	applyTheme(next.theme);
	askInTime(next);
	tell({ step: "working", user });
	question?.answer(next.token);
	if (first) tellParent({ type: "ready", user_id: user.id });
}

/**
 * Asks early for another token, and again while the page around has none yet, as a user has one token
 * until it ends; that it has ended is for the service to say, not for this machine's clock.
 */
function askInTime({ expiration }: Grant): void {
	clearTimeout(timer);
	const left = expiration * 1_000 - Date.now();
	const wait = left < SHORT ? left : Math.max(left - EARLY, left / 2);
	if (wait > 0) timer = setTimeout(() => void ask(), Math.min(wait, LONGEST));
}

const byToken = (init: RequestInit, token: string): RequestInit => {
	const headers = new Headers(init.headers);
	headers.set("Authorization", `Bearer ${token}`);
	return { cache: "no-store", ...init, headers, credentials: "omit" };
};

/** Whether the token goes with a request: to the service's own routes, and nowhere else. */
function isOfService(input: RequestInfo | URL): boolean {
	const { origin, pathname } = new URL(input instanceof Request ? input.url : input, window.location.href);
	return origin === window.location.origin && /^\/(api|targeting)\//.test(pathInService(pathname));
}

/** Sends a request without cookies and with the token; again where that has ended and there is another one. */
async function sendByToken(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
	if (granted === null || !isOfService(input)) return bare(input, { ...init, credentials: "omit" });
	const { token } = granted;
	const answer = await bare(input, byToken(init, token));
	if (answer.status !== 401) return answer;
	const next = granted.token === token ? await ask() : granted.token;
	if (next !== null && next !== token) return bare(input, byToken(init, next));
	expire();
	return answer;
}

/** What another window has sent, which may be anything. */
type Heard = Readonly<Partial<Record<"source" | "type" | "token" | "expiration" | "mode" | "theme", unknown>>> | null;

const themeOf = (theme: unknown): EmbedTheme => (typeof theme === "object" && theme !== null ? theme : {});

/** Tokens and themes are taken from the page around, and only from one of the organization's origins. */
function hear({ source, origin, data }: MessageEvent<Heard>): void {
	if (typeof data !== "object" || data?.source !== EMBED_MESSAGE) return;
	const { type, token, expiration, mode, theme } = data;
	if (source !== window.parent || !around.origins.includes(origin)) {
		const refused = { source: EMBED_MESSAGE, type: "refused", reason: "origin" };
		if (type === "token") source?.postMessage(refused, { targetOrigin: origin === "null" ? "*" : origin });
		return;
	}
	parentOrigin = origin;
	if (type === "theme") applyTheme(themeOf(theme));
	if (type !== "token" || typeof token !== "string" || typeof expiration !== "number") return;
	const next = { token, expiration, mode: mode === "view" ? "view" : "edit", theme: themeOf(theme) } as const;
	taking = taking.then(() => take(next)).catch(reportError);
}

/**
 * Begins to talk with the page around, for the page of an organization that these origins may show;
 * from then on requests go by its token. Returns the function that ends it.
 */
export function talkWithParent(organization: string, origins: readonly string[]): () => void {
	if (window.parent === window) {
		tell({ step: "alone", user: null });
		return () => undefined;
	}
	around = { organization, origins };
	bare = window.fetch;
	window.fetch = sendByToken;
	window.addEventListener("message", hear);
	void ask();
	return () => {
		window.fetch = bare;
		window.removeEventListener("message", hear);
		clearTimeout(timer);
	};
}
