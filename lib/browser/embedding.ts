import { pathInService } from "./service-path";

/** A page below `/embed` that a page of another origin shows, once it has a token. */
export interface Embedding {
	/** The slug of the organization. */
	readonly organization: string;
	readonly mode: "edit" | "view";
}

let embedding: Embedding | null = null;

/** How this page is embedded; null for an ordinary page, and on the server. */
export const embeddingOf = (): Embedding | null => embedding;

export function setEmbedding(next: Embedding): void {
	embedding = next;
}

/** Whether this is the address of an embedded page, which keeps nothing in the browser and sends no cookie. */
export const isEmbedAddress = (): boolean =>
	typeof window !== "undefined" && pathInService(window.location.pathname).startsWith("/embed/");

/** Whether what changes something is hidden. */
export const isViewed = (): boolean => embedding?.mode === "view";

/** The path of a page of the service within the embedded ones; null for a page that is not among them. */
export function embeddedPath(path: string): string | null {
	if (embedding === null) return path;
	return /^\/designs(?=[/?]|$)/.test(path) ? `/embed/${embedding.organization}${path}` : null;
}
