import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Its caller shows a failure, and calls it again. */
const HANDLED = [
	"components/features/accounts/password-problem.ts",
	"components/kit/map/base-map.ts",
	"components/kit/map/load-map-library.ts",
	"lib/browser/passkeys.ts",
];

const files = ["app", "components", "lib/browser"].flatMap((root) =>
	readdirSync(root, { recursive: true, encoding: "utf8" })
		.map((path) => join(root, path))
		.filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)),
);

test("what is loaded later has a boundary of its own, and is asked for again", () => {
	const wrong = files.filter((path) => {
		const text = readFileSync(path, "utf8");
		if (/"next\/dynamic"|\blazy\(/.test(text)) return true;
		const later = text.replace(/^type .*$/gm, "").match(/\bimport\("(?!\.\/answer-schemas|zod)/g);
		return later !== null && !/\b(lazyPart|lazyDialog|useLoaded)\(/.test(text) && !HANDLED.includes(path);
	});
	expect(files.length).toBeGreaterThan(300);
	expect(wrong).toEqual([]);
});

test("the sign-in above a page comes with the page", () => {
	const text = readFileSync("components/shell/frame/session-ended.tsx", "utf8");
	expect(text).toContain('import { SessionEndedDialog } from "./session-ended-dialog"');
});
