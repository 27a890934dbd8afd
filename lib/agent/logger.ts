/** Fields of a log line. Values are plain data; the agent key is never among them. */
export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

export interface Logger {
	info(message: string, fields?: LogFields): void;
	warn(message: string, fields?: LogFields): void;
	error(message: string, fields?: LogFields): void;
}

/** Logs one JSON object per line (`time`, `level`, `message`, fields), by default to stderr. */
export function createLogger(write: (line: string) => void = (line) => process.stderr.write(line)): Logger {
	const logAt = (level: string) => (message: string, fields?: LogFields) =>
		write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`);
	return { info: logAt("info"), warn: logAt("warn"), error: logAt("error") };
}

/** One sentence for any thrown value, with the cause that `fetch` hides. */
export function describeError(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const cause = error.cause;
	if (cause instanceof Error) {
		const detail = cause.message || (cause as NodeJS.ErrnoException).code || cause.name;
		return error.message && error.message !== detail ? `${error.message}: ${detail}` : detail;
	}
	return error.message || error.name;
}
