/**
 * A PostgreSQL server for one run; `url` is that of a superuser, `stop` ends it and removes its
 * files.
 */
export interface PostgresServer {
	readonly url: string;
	stop(): Promise<void>;
}

export function findPostgres(): Promise<string | null>;
export function startPostgres(programs: string): Promise<PostgresServer>;
