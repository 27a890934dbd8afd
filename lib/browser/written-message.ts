/** Trims blanks and blank lines around a message; undefined for an empty one. */
export function writtenMessage(message: string | undefined): string | undefined {
	return message?.trim() || undefined;
}
