/** A reason as a sentence, with a capital and a full stop. */
export function asSentence(reason: string): string {
	return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
}
