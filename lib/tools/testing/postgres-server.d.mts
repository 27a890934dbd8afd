/**
 * A PostgreSQL server for one run; `url` is that of a superuser, `stop` ends it and removes its
 * files.
 */
export interface PostgresServer {
	readonly url: string;
	stop(): Promise<void>;
	/** Its data directory. */
	readonly data: string;
	/** Ends all of its processes with SIGKILL. */
	kill(): Promise<void>;
	/** Stops all of its processes where they are; gives what lets them go on. */
	freeze(): Promise<() => void>;
	/** Starts it again at the same address. */
	restart(): Promise<void>;
}

export function findPostgres(): Promise<string | null>;
export function startPostgres(
	programs: string,
	options?: {
		/** Of the server, besides the usual ones. */
		readonly settings?: readonly string[];
		/** The server that it copies and follows. */
		readonly standbyOf?: string;
		/** The directory that its files are in. */
		readonly base?: string;
	},
): Promise<PostgresServer>;
/** A directory for a server that refuses to run as root, and whom it then runs as. */
export function serverDirectory(
	prefix: string,
	given?: string,
): Promise<{ readonly account: { readonly uid?: number; readonly gid?: number }; readonly directory: string }>;
export function freePort(): Promise<number>;
