import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Texts that people give to things, by the names of the fields that carry them. */
const FOREIGN =
	/(?:^|\.)(?:design_name|designName|target_name|target|set_name|requester|requester_org_name|deployer|owner|owner_name|org_name|user_email|email|changed_by|created_by|actor|actorLabel|segment)$|^(?:design|view|target|source|row|person|organization|apiKey|issued)\.(?:name|label)$/;
/** What is no sentence: keys, addresses and queries. */
const NO_SENTENCE =
	/key=|defaultValue=|Key\(|new Map\(|href|[?&/]\w*=?\$\{|sql`|SELECT|beginsWords|getTime|::|sign-in|schedule of|\}:\$\{/;

const files = ["components", "lib/domain", "lib/engine", "lib/browser"].flatMap((root) =>
	readdirSync(root, { recursive: true, encoding: "utf8" })
		.map((path) => join(root, path))
		.filter((path) => /\.tsx?$/.test(path) && !/\.test\.|testing|features\/docs\//.test(path)),
);

test("foreign text within a sentence is isolated: `isolate` in texts, <bdi> in elements", () => {
	const wrong = files.flatMap((path) =>
		readFileSync(path, "utf8")
			.split("\n")
			.flatMap((line, index) => {
				if (NO_SENTENCE.test(line)) return [];
				const inTexts = [...line.matchAll(/\$\{([\w.?]+)\}(?=[^`]* [^`]*`|`)/g)].map(([, name = ""]) => name);
				const inElements = path.endsWith(".tsx")
					? [...line.matchAll(/(?<![=$\w(,`]|<bdi>)\{([\w.?]+)\}(?=.*(?:\w|<\/))/g)].map(([, name = ""]) => name)
					: [];
				const found = [...inTexts, ...inElements].filter((name) => FOREIGN.test(name.replaceAll("?", "")));
				return found.length === 0 ? [] : [`${path}:${index + 1} ${line.trim()}`];
			}),
	);
	expect(files.length).toBeGreaterThan(600);
	expect(wrong).toEqual([]);
});
