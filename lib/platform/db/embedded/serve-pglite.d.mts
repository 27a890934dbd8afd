import type { PgliteThreadOptions } from "@/lib/platform/db/embedded/pglite-thread";

/** What {@link servePglite} reads and writes messages by. */
export interface Port {
	postMessage(message: object, transfer?: readonly ArrayBuffer[]): void;
	on(event: "message", listener: (message: object) => void): unknown;
	close(): void;
}

/** Opens one PGlite, and answers its messages. */
export function servePglite(port: Port, options: PgliteThreadOptions, end: () => never): Promise<void>;
