import { readdirSync, readFileSync } from "node:fs";
import { transformSync } from "esbuild";
import { describe, expect, test } from "vitest";

const PHRASES =
	/\b(?:by itself|by themselves|of now|of before|living agents?|heaps?|mends?|whoever|anew|any more|everywhere else|takes? the place of|and nothing else|signed in as the person|would load it|as it was before|numbered plates|check of the|build process failed|inventory source '|of activated|in the place of|what was warned)\b/i;
/** Of a text: no space is left around an operator. */
const PERCENT = /[\d}] %/;
/** As the beginning of a hint; `empty` is a property, too. */
const COLON = /\bEmpty:/;

const filesOf = (folder: string, name: RegExp) =>
	readdirSync(folder, { recursive: true, encoding: "utf8" })
		.filter((path) => name.test(path) && !/\.test\.tsx?$/.test(path))
		.map((path) => `${folder}/${path}`);

/** The code without comments and heads of loops (`of before`), each text of JSX as one string. */
function codeOf(file: string): string {
	const loader = file.endsWith("x") ? "tsx" : "ts";
	const { code } = transformSync(readFileSync(file, "utf8"), { loader, jsx: "automatic", minifyWhitespace: true });
	return code.replace(/\bfor\((?:const|let)[^()]*?\bof\b/g, "");
}

describe("no text of the pages has a phrase that is gone for good", () => {
	const sentences = [...filesOf("lib/contract/sentences", /\.ts$/), ...filesOf("lib/contract/events", /\.ts$/)];
	test.each([...filesOf("components", /\.tsx?$/), ...filesOf("app", /\.tsx$/), ...sentences])("%s", (file) => {
		const code = codeOf(file);
		expect([PHRASES, COLON, PERCENT].map((gone) => gone.exec(code)?.[0])).toEqual([undefined, undefined, undefined]);
	});
});
