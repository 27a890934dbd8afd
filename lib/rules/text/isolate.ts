/**
 * Characters that may change the direction of the surrounding text: right-to-left letters, and
 * controls.
 */
const TURNS =
	/[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ["\u2068", "\u2069"] as const;

/**
 * A foreign text within a sentence: isolated, so that its right-to-left letters and controls do not
 * reorder the words around it. In an element of its own it takes `<bdi>` instead.
 */
export function isolate(text: string): string {
	return TURNS.test(text) ? `${FIRST_STRONG_ISOLATE}${balance(text)}${POP_ISOLATE}` : text;
}

/** An end of an isolate too many would end that around the text, and one too few take its end. */
function balance(text: string): string {
	let open = 0;
	const kept = text.replace(/[\u2066-\u2069]/g, (control) => {
		if (control !== POP_ISOLATE) open += 1;
		else if (open === 0) return "";
		else open -= 1;
		return control;
	});
	return kept + POP_ISOLATE.repeat(open);
}

/** A file's name without such controls: they would let its ending look like another one. */
export const withoutTurns = (name: string): string =>
	name.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
