import { Readable } from "node:stream";
import { SIGNED_URL_PREFERENCE } from "@/lib/contract/agent";
import type { OpenFile } from "@/lib/domain/basemap/basemap-of";
import type { FileStore } from "@/lib/platform/files/file-store";
import type { Service } from "@/lib/platform/service";
import { withoutTurns } from "@/lib/rules/text/isolate";
import { knownTagsOf } from "./known-tags-of";

/** A stored file; its digest is its validator. */
export interface DownloadableFile {
	readonly key: string;
	readonly size: number;
	readonly sha256: string;
	readonly name: string;
}

/** How long a download may begin at a signed address; one under way goes on. */
const SIGNED_SECONDS = 300;

/**
 * Streams a file or one range of it (RFC 9110, sections 13 and 14), with its digest as `ETag`.
 * Several ranges get the whole file; `HEAD` ignores ranges and gives the whole size.
 */
export function fileResponse(files: FileStore, file: DownloadableFile, request: Request): Promise<Response> {
	return respond(files, file, request, undefined);
}

/**
 * Like {@link fileResponse}, but sends an agent to the object store where it prefers that, and the
 * settings allow it (docs/contract.md, Agent API).
 */
export function agentFileResponse(
	{ files, settings }: Pick<Service, "files" | "settings">,
	file: DownloadableFile,
	request: Request,
): Promise<Response> {
	const prefers = preferencesOf(request).includes(SIGNED_URL_PREFERENCE);
	const signs = settings.SIGNED_DOWNLOADS && prefers && request.method === "GET";
	return respond(files, file, request, signs ? () => files.signedUrl(file.key, SIGNED_SECONDS) : undefined);
}

/** The preferences of a request, without values and parameters (RFC 7240). */
function preferencesOf(request: Request): string[] {
	const header = request.headers.get("prefer") ?? "";
	return header.split(",").map((preference) => (preference.split(/[;=]/)[0] ?? "").trim().toLowerCase());
}

async function respond(
	files: FileStore,
	file: DownloadableFile,
	request: Request,
	sign: (() => Promise<string | undefined>) | undefined,
): Promise<Response> {
	const opened = {
		size: file.size,
		version: `sha256:${file.sha256}`,
		read: (range: { start: number; end: number }) => files.createReadStream(file.key, range),
		sign,
	};
	const disposition = attachmentNamed(`${withoutTurns(file.name)}.tgt`);
	return rangeResponse(opened, request, { "Content-Disposition": disposition });
}

/** Streams an open file or one range of it, with its version as `ETag`. */
export async function rangeResponse(
	{ size, version, read, sign }: OpenFile & { readonly sign?: (() => Promise<string | undefined>) | undefined },
	request: Request,
	further: Record<string, string> = {},
): Promise<Response> {
	const etag = `"${version}"`;
	const headers = new Headers({
		ETag: etag,
		"Accept-Ranges": "bytes",
		"Content-Type": "application/octet-stream",
		...further,
	});
	const known = request.headers.get("if-none-match")?.trim() === "*" || knownTagsOf(request).includes(etag);
	if (known) return new Response(null, { status: 304, headers });
	const range = rangeOf(request, size, etag);
	if (range === "unsatisfiable") {
		headers.set("Content-Range", `bytes */${size}`);
		return new Response(null, { status: 416, headers });
	}
	const elsewhere = await sign?.();
	if (elsewhere !== undefined) return redirectTo(elsewhere);
	const { start, end } = range ?? { start: 0, end: size - 1 };
	headers.set("Content-Length", String(end - start + 1));
	if (range !== null) headers.set("Content-Range", `bytes ${start}-${end}/${size}`);
	const status = range === null ? 200 : 206;
	if (request.method === "HEAD") return new Response(null, { status, headers });
	const stream = await read({ start, end });
	request.signal.addEventListener("abort", () => stream.destroy(), { once: true });
	return new Response(Readable.toWeb(stream) as ReadableStream<Uint8Array>, { status, headers });
}

function redirectTo(address: string): Response {
	return new Response(null, {
		status: 307,
		headers: { Location: address, "Preference-Applied": SIGNED_URL_PREFERENCE },
	});
}

/** Gives the requested range, both ends included; null for the whole file. */
function rangeOf(
	request: Request,
	size: number,
	etag: string,
): { start: number; end: number } | "unsatisfiable" | null {
	if (request.method !== "GET") return null;
	const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/i.exec(request.headers.get("range") ?? "") ?? [];
	if (from === "" && to === "") return null;
	const condition = request.headers.get("if-range");
	if (condition !== null && condition !== etag) return null;
	const start = from === "" ? Math.max(0, size - Number(to)) : Number(from);
	const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
	return start > end ? "unsatisfiable" : { start, end };
}

/** Names the file in ASCII for clients such as curl (RFC 6266), and in UTF-8 (RFC 8187). */
function attachmentNamed(name: string): string {
	const plain = name.replace(/[^\x20-\x7e]|["\\/%]/gu, "_");
	const encoded = encodeURIComponent(name).replace(
		/['()*]/g,
		(sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
