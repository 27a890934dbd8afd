import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mapHost, pagePolicy, TOAST_STYLES } from "./content-policy";
import { inlineHashes, NO_HASHES } from "./inline-hashes";

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("pages may ask the host of the map's style, and no other one", () => {
	expect(mapHost(undefined)).toBe("");
	expect(mapHost("https://tiles.example.com:8443/styles/v1.json?key=a")).toBe(" https://tiles.example.com:8443");
});

test("toasts may add the style of the installed library", () => {
	const library = readFileSync("node_modules/sonner/dist/index.mjs", "utf8");
	const [, css = '""'] = /^__insertCSS\((".*")\);?$/m.exec(library) ?? [];
	expect(TOAST_STYLES).toEqual([hashOf(""), hashOf(JSON.parse(css))]);
});

test("a page of the build may have what stands in it, and no page anything else inline", () => {
	const html = [
		'<style>b{color:red}</style><b style="font:&quot;A&quot; &amp; B" class="x">a</b>',
		'<script src="/_next/static/a.js" async=""></script>',
		`<script id="_R_">const a = '<i style="color:blue">';</script>`,
		"<script></script>",
	].join("");
	const hashes = {
		scripts: [hashOf(`const a = '<i style="color:blue">';`)],
		styles: [hashOf("b{color:red}")],
		attributes: [hashOf('font:"A" & B')],
	};
	expect(inlineHashes(html)).toEqual(hashes);
	const [prerendered, page] = [hashes, NO_HASHES].map((own) => pagePolicy("n", own).split("; "));
	expect(prerendered).toEqual(
		expect.arrayContaining([
			`script-src 'self' 'nonce-n' ${hashes.scripts[0]}`,
			`style-src 'self' 'nonce-n' ${TOAST_STYLES.join(" ")} ${hashes.styles[0]}`,
			`style-src-attr 'unsafe-hashes' ${hashes.attributes[0]}`,
		]),
	);
	expect(page).toEqual(
		expect.arrayContaining(["script-src 'self' 'nonce-n'", "style-src-attr 'none'", "base-uri 'none'"]),
	);
	expect(page?.join()).not.toContain("unsafe");
});
