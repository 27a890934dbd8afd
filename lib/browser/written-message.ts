/** What somebody wrote, as it is sent: without blanks and blank lines around it; undefined for nothing. */
export function writtenMessage(message: string | undefined): string | undefined {
	return message?.trim() || undefined;
}
