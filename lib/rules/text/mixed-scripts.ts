/** Scripts by the name of Unicode, with the word that readers know them by. */
const SCRIPTS = {
	Latin: "Latin",
	Greek: "Greek",
	Cyrillic: "Cyrillic",
	Armenian: "Armenian",
	Georgian: "Georgian",
	Hebrew: "Hebrew",
	Arabic: "Arabic",
	Han: "Chinese",
	Hiragana: "Japanese",
	Katakana: "Japanese",
	Hangul: "Korean",
	Bopomofo: "Bopomofo",
	Devanagari: "Devanagari",
	Bengali: "Bengali",
	Tamil: "Tamil",
	Thai: "Thai",
	Ethiopic: "Ethiopic",
	Coptic: "Coptic",
	Cherokee: "Cherokee",
	Lisu: "Lisu",
	Canadian_Aboriginal: "Canadian Aboriginal",
} as const;
type Script = keyof typeof SCRIPTS;
const NAMES = Object.keys(SCRIPTS) as Script[];

/**
 * Scripts that are written together (Unicode Technical Standard 39, "highly restrictive").
 */
const TOGETHER: readonly (readonly (Script | "other")[])[] = [
	["Latin", "Han", "Hiragana", "Katakana"],
	["Latin", "Han", "Bopomofo"],
	["Latin", "Han", "Hangul"],
];

/** Nearly all names; the properties below are looked up for the others alone. */
const PLAIN = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u;
const NEUTRAL = /[\p{Script=Common}\p{Script=Inherited}]/u;
const TESTS = NAMES.map((script) => [script, new RegExp(`\\p{Script=${script}}`, "u")] as const);

/**
 * The scripts of a name whose letters are of several that are not written together, in the order of
 * their first letters, in words: a Cyrillic `о` among Latin letters looks like one of them. Empty
 * for all other names.
 */
export function mixedScripts(name: string): string[] {
	if (PLAIN.test(name)) return [];
	const found = new Set([...name].filter((letter) => !NEUTRAL.test(letter)).map(scriptOf));
	if (found.size < 2 || TOGETHER.some((group) => [...found].every((script) => group.includes(script)))) return [];
	return [...new Set([...found].map((script) => (script === "other" ? "others" : SCRIPTS[script])))];
}

/** The same in a sentence, which does not repeat the name; null for all other names. */
export function mixedScriptsWords(name: string): string | null {
	const scripts = mixedScripts(name);
	const last = scripts.at(-1);
	if (last === undefined) return null;
	const first = scripts.slice(0, -1).join(", ");
	return `letters of several alphabets: ${first === "" ? last : `${first} and ${last}`}`;
}

function scriptOf(letter: string): Script | "other" {
	return TESTS.find(([, test]) => test.test(letter))?.[0] ?? "other";
}
