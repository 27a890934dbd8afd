import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Hashes of inline scripts and styles in pages without a nonce, in the form of a
 * Content-Security-Policy.
 */
export interface InlineHashes {
	readonly scripts: readonly string[];
	readonly styles: readonly string[];
	/** Of `style` attributes. */
	readonly attributes: readonly string[];
}

export const NO_HASHES: InlineHashes = { scripts: [], styles: [], attributes: [] };

/**
 * Hashes of the pages that were rendered at build time: no request can give these a nonce. Next has
 * such a page for an error before any other page could be rendered.
 */
export function readInlineHashes(buildDirectory: string): InlineHashes {
	const directory = join(buildDirectory, "server");
	const pages = readdirSync(directory, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.name.endsWith(".html"))
		.map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
	return inlineHashes(pages.join("\n"));
}

/** Hashes of the inline scripts, style elements and style attributes of a page by React. */
export function inlineHashes(html: string): InlineHashes {
	const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, text = ""]) => text);
	const hashes = (texts: string[]) => [...new Set(texts.map(hashOf))];
	const markup = html.replace(/(<(script|style)\b[^>]*>).*?<\/\2>/gs, "$1");
	return {
		scripts: hashes(all(/<script\b(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs).filter((text) => text !== "")),
		styles: hashes(all(/<style\b[^>]*>(.*?)<\/style>/gs)),
		attributes: hashes([...markup.matchAll(/<[a-z][^<>]*?\sstyle="([^"]*)"/g)].map(([, text = ""]) => unescaped(text))),
	};
}

/** The character references that React writes in attributes. */
const CHARACTERS: Readonly<Record<string, string>> = {
	"&quot;": '"',
	"&#x27;": "'",
	"&lt;": "<",
	"&gt;": ">",
	"&amp;": "&",
};

const unescaped = (text: string) => text.replace(/&(?:quot|#x27|lt|gt|amp);/g, (code) => CHARACTERS[code] ?? code);

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
