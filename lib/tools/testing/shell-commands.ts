/** A simple command of a script. */
export interface ShellCommand {
	readonly program: string;
	/** Its words without quotes; variables stay as they are. */
	readonly args: readonly string[];
	/** Variables that are set before it, or instead of one. */
	readonly sets: readonly string[];
	/** The function of the script that it is part of the definition of. */
	readonly defines: string | null;
}

/** A comment, a word, a separator, or a redirection with its file. */
const TOKEN = /#.*|(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s;|&'"()<>\\])+|[;|&()\n]|[<>]+[ \t]*[^\s<>;|&()]*/g;
const KEYWORDS = /^(?:until|while|if|do|then|done|fi|\{|\})$/;
const ASSIGNMENT = /^([A-Za-z_]\w*)=/;

/**
 * The simple commands of a script, those within `$(…)` too. It knows the shell of documents alone:
 * no here-documents, no commands within double quotes.
 */
export function shellCommands(script: string): ShellCommand[] {
	const lines: { words: string[]; defines: string | null }[] = [{ words: [], defines: null }];
	let defines: string | null = null;
	const whole = script.replace(/\\\n\s*/g, " ").replace(/^(\w+)\(\) \{/gm, "function $1 ;");
	for (const [token] of whole.matchAll(TOKEN)) {
		if (/^[#<>]/.test(token)) continue;
		if (/^[;|&()\n]$/.test(token)) lines.push({ words: [], defines });
		else lines.at(-1)?.words.push(token);
		if (token === "}") defines = null;
		const [keyword, name] = lines.at(-1)?.words ?? [];
		if (keyword === "function" && name !== undefined) defines = name;
	}
	return lines.flatMap(({ words, defines: within }) => {
		const plain = words.filter((word) => !KEYWORDS.test(word)).map(withoutQuotes);
		const first = plain.findIndex((word) => !ASSIGNMENT.test(word));
		const sets = plain.slice(0, first < 0 ? undefined : first).flatMap((word) => ASSIGNMENT.exec(word)?.[1] ?? []);
		const [program = "", ...args] = first < 0 ? [] : plain.slice(first);
		if (program === "function" || (program === "" && sets.length === 0)) return [];
		return [{ program, args, sets, defines: within }];
	});
}

const withoutQuotes = (word: string) =>
	word.replace(/'([^']*)'|"((?:\\.|[^"\\])*)"/g, (_, single, double) => single ?? double);
