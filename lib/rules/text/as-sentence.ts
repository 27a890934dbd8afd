/** A reason as a sentence, with a capital and a full stop. */
export function asSentence(reason: string): string {
	const sentence = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`;
	return /[.!?]$/.test(reason) ? sentence : `${sentence}.`;
}
