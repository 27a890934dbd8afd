/**
 * State that is one per process, although the server and Next's pages are separate bundles with
 * their own modules.
 */
const REASONS = {
	service:
		"pages and sign-in run in Next's bundle; the server opens the service, or `register()` where Next runs alone",
	database: "event streams follow its changes; where Next runs alone, `register()` opens it in another bundle",
	log: "pages and sign-in write by the level that the server has set, and its last lines are waited for",
	repeats: "an error that pages and sign-in meet is the same that the server's own requests meet",
	outage: "pages that fail while the database is away are logged once, as the server's own failures are",
	metrics: "sign-in counts what it refuses, and `GET /metrics` shows it",
	"unlisted proxies": "the server notes them, and sign-in asks whether an address is one",
	shutdown: "where Next runs alone, `register()` hears the signal, and routes hold the streams that have to end",
} as const;

interface Cell<Value> {
	value?: Value | undefined;
}

const KEY = Symbol.for("targeting-service");
const holder = globalThis as { [KEY]?: Partial<Record<keyof typeof REASONS, Cell<unknown>>> };
holder[KEY] ??= {};
const cells = holder[KEY];

/** The cell of one process-wide value; only its module uses it, and knows its type. */
export function processCell<Value>(name: keyof typeof REASONS): Cell<Value> {
	cells[name] ??= {};
	return cells[name] as Cell<Value>;
}

/** Clears everything but the log, which is created once: for tests that share a process. */
export function resetProcessState(): void {
	for (const [name, cell] of Object.entries(cells)) if (name !== "log") cell.value = undefined;
}

/** Defines a global that a library finds by its name. */
export function defineGlobal(name: string, value: unknown): void {
	Object.assign(globalThis, { [name]: value });
}
