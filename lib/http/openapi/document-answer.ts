import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { RouteModules } from "@/lib/http/routes/declaration";
import { knownTagsOf } from "@/lib/http/routes/known-tags-of";
import type { Service } from "@/lib/platform/service";
import { openApiDocument } from "./open-api-document";

/** The forms of the document, with their media types (RFC 9512 for YAML). */
const TYPES = { json: "application/json", yaml: "application/yaml" } as const;
type Form = keyof typeof TYPES;

interface Written {
	readonly settings: Service["settings"];
	readonly plain: string;
	readonly zipped: Uint8Array<ArrayBuffer>;
	readonly tag: string;
}
const written = new Map<Form, Written>();

/** Built and compressed at the first request. */
async function documentIn(
	form: Form,
	modules: RouteModules,
	{ settings }: Pick<Service, "settings">,
): Promise<Written> {
	const before = written.get(form);
	if (before?.settings === settings) return before;
	const json = JSON.stringify(openApiDocument(modules, { settings }));
	const plain = form === "json" ? json : await yamlOf(json);
	const tag = createHash("sha256").update(plain).digest("base64url");
	const now = { settings, plain, zipped: new Uint8Array(gzipSync(plain)), tag: `"${tag}"` };
	written.set(form, now);
	return now;
}

async function yamlOf(json: string): Promise<string> {
	const { stringify } = await import("yaml");
	return stringify(JSON.parse(json), { aliasDuplicateObjects: false, lineWidth: 0 });
}

/**
 * Answers with the document. It holds nothing of a caller, so that programs may keep it and ask
 * whether it changed; the tag is weak, as it names both the plain and the compressed bytes.
 */
export async function documentAnswer(
	form: Form,
	modules: RouteModules,
	{ request, service }: { request: Request; service: Pick<Service, "settings"> },
): Promise<Response> {
	const { plain, zipped, tag } = await documentIn(form, modules, service);
	const headers = { ETag: `W/${tag}`, Vary: "Accept-Encoding" };
	if (knownTagsOf(request).includes(tag)) return new Response(null, { status: 304, headers });
	const zips = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/i.test(request.headers.get("accept-encoding") ?? "");
	const typed = { ...headers, "Content-Type": TYPES[form] };
	return zips
		? new Response(zipped, { headers: { ...typed, "Content-Encoding": "gzip" } })
		: new Response(plain, { headers: typed });
}
