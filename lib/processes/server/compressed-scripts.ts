import { readdirSync, readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, relative, sep } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
	js: "application/javascript; charset=UTF-8",
	css: "text/css; charset=UTF-8",
};
const ADDRESS = "/_next/static/";

/** Answers a request for a script or style sheet of the pages; false when it has no such file. */
export type CompressedScripts = (path: string, incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

/**
 * Brotli versions of the build's scripts and style sheets, kept in memory: a fifth smaller than
 * Next's own compression of every answer. Next serves other files. Names change with the content,
 * so browsers cache them without limit.
 */
export function loadCompressedScripts(buildDirectory: string): CompressedScripts {
	const files = new Map<string, { type: string; content: Buffer }>();
	const directory = join(buildDirectory, "static");
	for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
		const [, ending = ""] = /\.(js|css)\.br$/.exec(entry.name) ?? [];
		const type = TYPES[ending];
		if (type === undefined || !entry.isFile()) continue;
		const path = join(entry.parentPath, entry.name);
		const name = relative(directory, path).split(sep).join("/").slice(0, -".br".length);
		files.set(`${ADDRESS}${name}`, { type, content: readFileSync(path) });
	}
	return (path, incoming, outgoing) => {
		const file = files.get(path);
		if (file === undefined || !takesBrotli(incoming)) return false;
		outgoing.writeHead(200, {
			"Content-Type": file.type,
			"Content-Encoding": "br",
			"Content-Length": file.content.length,
			"Cache-Control": "public, max-age=31536000, immutable",
			Vary: "Accept-Encoding",
			"X-Content-Type-Options": "nosniff",
		});
		outgoing.end(incoming.method === "HEAD" ? undefined : file.content);
		return true;
	};
}

function takesBrotli({ headers }: IncomingMessage): boolean {
	const accepted = String(headers["accept-encoding"] ?? "");
	return accepted.split(",").some((part) => {
		const [coding = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
		return coding === "br" && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
	});
}
