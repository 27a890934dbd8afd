import type { z } from "zod";
import type { AgentPrincipal, Principal } from "@/lib/access/principal";
import { AGENT_KEY_PREFIX } from "@/lib/auth/secrets";
import { CHECK_RESPONSES } from "@/lib/env";
import { ForbiddenError, InvalidArgumentError, NotFoundError, UnsupportedMediaTypeError } from "@/lib/errors";
import { service as currentService, type Service } from "@/lib/service";
import { authenticate, authenticateAgentRequest, bearerOf, type Credentials } from "./authenticate";
import { COMMON_HEADERS } from "./envelopes";
import { errorResponse } from "./error-response";
import { parseForm, printable } from "./form-parameters";
import { type ParameterSchema, parseJson, parseParameters } from "./parse-parameters";
import { readBodyWithin } from "./read-body";
import { noteCaller, type RequestFacts, requestFacts } from "./request-facts";

/**
 * The one way of every management, product and agent route (ARCHITECTURE.md, The way of a request): size → type → encoding →
 * credential → throttle → parameters → operation → envelope. A route file declares; this file acts.
 */

/** What Next and the thin way hand to a route handler. */
export interface RouteContext {
	readonly params: Promise<Record<string, string | string[] | undefined>>;
}
export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

/** Bodies that are parsed as a whole are refused beyond this. */
const BODY_LIMIT_BYTES = 1_048_576;
/** JSON bodies may carry geofences inline. */
const JSON_LIMIT_BYTES = 33_554_432;

/** What an operation gets of a request. */
export interface Call<Caller, Parameters, Path extends string> {
	readonly service: Service;
	readonly principal: Caller;
	readonly parameters: Parameters;
	/** Ids of the path, well-formed. */
	readonly path: Readonly<Record<Path, string>>;
	/** `If-Match` and `X-Build-Digest` (design.md section 4, item 22). */
	readonly expectation: { revision?: number; digest?: string };
	readonly request: Request;
	readonly facts: RequestFacts;
}

/** Either the body of a JSON answer, checked against `response`, or a whole answer (files, event streams, 304). */
type Outcome = Response | { readonly body: unknown; readonly status?: number };

/** A JSON answer with headers of its own. */
export function answer(
	body: unknown,
	{ response, headers }: { response: z.ZodType; headers: Record<string, string> },
): Response {
	if (CHECK_RESPONSES) response.parse(body);
	return Response.json(body, { headers });
}

interface Declaration<Caller, Schema extends z.ZodType, Path extends string> {
	readonly parameters: Schema;
	/** Names of the path's dynamic segments, all GUIDs; a malformed one is as unknown as an unknown one. */
	readonly path?: readonly Path[];
	/** The whole body of the answer. */
	readonly response?: z.ZodType;
	run(call: Call<Caller, z.output<Schema>, Path>): Promise<Outcome>;
}

type CallerKind = Credentials | "agent" | "product or agent" | "public";
type BodyKind = "none" | "form" | "json" | "stream";

function route<Caller, Schema extends z.ZodType, Path extends string>(
	caller: CallerKind,
	body: BodyKind,
	declaration: Declaration<Caller, Schema, Path>,
): RouteHandler {
	return async (request, context) => {
		const facts = requestFacts(request);
		try {
			const service = currentService();
			if (caller === "management" && !facts.secure && !service.settings.ALLOW_PLAIN_HTTP) {
				throw new ForbiddenError("HTTPS required");
			}
			const fields = await readFields(request, body);
			const key = caller === "management" ? takeKey(fields.named) : undefined;
			const principal = await callerOf(caller, service, request, facts, key);
			if (principal !== undefined) noteCaller(request, "userId" in principal ? principal.userId : principal.agentKeyId);
			refuseQueryOf(fields);
			const parameters =
				body === "json"
					? parseJson(declaration.parameters, fields.json())
					: parseParameters(declaration.parameters as unknown as ParameterSchema, fields.named);
			const outcome = await declaration.run({
				service,
				principal: principal as Caller,
				parameters: parameters as z.output<Schema>,
				path: await pathIds(context, declaration.path ?? []),
				expectation: expectationOf(request),
				request,
				facts,
			});
			return outcome instanceof Response ? finish(outcome, facts) : json(outcome, declaration.response, facts);
		} catch (thrown) {
			return errorResponse(thrown, facts.requestId);
		}
	};
}

/** `/targeting/*`, GET. */
export const managementQuery = <Schema extends ParameterSchema, Path extends string = never>(
	declaration: Declaration<Principal, Schema, Path>,
) => route("management", "none", declaration);
/** `/targeting/*`, POST with a form body. */
export const managementForm = <Schema extends ParameterSchema, Path extends string = never>(
	declaration: Declaration<Principal, Schema, Path>,
) => route("management", "form", declaration);
/** `/api/*` without a body. */
export const productQuery = <Schema extends ParameterSchema, Path extends string = never>(
	declaration: Declaration<Principal, Schema, Path>,
) => route("product", "none", declaration);
/** `/api/*` with a JSON body. */
export const productJson = <Schema extends z.ZodType, Path extends string = never>(
	declaration: Declaration<Principal, Schema, Path>,
) => route("product", "json", declaration);
/** `/api/*` with a body that the operation reads as a stream. */
export const productUpload = <Schema extends ParameterSchema, Path extends string = never>(
	declaration: Declaration<Principal, Schema, Path>,
) => route("product", "stream", declaration);
/** `/api/agent/*`, GET. */
export const agentQuery = <Schema extends ParameterSchema>(declaration: Declaration<AgentPrincipal, Schema, never>) =>
	route("agent", "none", declaration);
/** `/api/agent/*`, POST with a JSON body. */
export const agentJson = <Schema extends z.ZodType>(declaration: Declaration<AgentPrincipal, Schema, never>) =>
	route("agent", "json", declaration);
/** What people and agents read alike: targeting files. */
export const fileQuery = <Schema extends ParameterSchema, Path extends string = never>(
	declaration: Declaration<Principal | AgentPrincipal, Schema, Path>,
) => route("product or agent", "none", declaration);
/** Routes for everyone: health and readiness. */
export const publicQuery = <Schema extends ParameterSchema>(declaration: Declaration<undefined, Schema, never>) =>
	route("public", "none", declaration);

function callerOf(kind: CallerKind, service: Service, request: Request, facts: RequestFacts, key: string | undefined) {
	switch (kind) {
		case "public":
			return undefined;
		case "agent":
			return authenticateAgentRequest(service, request);
		case "product or agent":
			return bearerOf(request)?.startsWith(AGENT_KEY_PREFIX)
				? authenticateAgentRequest(service, request)
				: authenticate(service, request, facts, "product", key);
		default:
			return authenticate(service, request, facts, kind, key);
	}
}

interface Fields {
	named: [name: string, value: string][];
	/** Parameters of a query string beside a body, where none belong. */
	stray: [name: string, value: string][];
	json(): unknown;
}

async function readFields(request: Request, body: BodyKind): Promise<Fields> {
	const query = parseForm(queryOf(request), "query string");
	if (body === "none" || body === "stream") return { named: query, stray: [], json: () => undefined };
	const limit = body === "json" ? JSON_LIMIT_BYTES : BODY_LIMIT_BYTES;
	const bytes = await readBodyWithin(request, limit);
	const type = contentTypeOf(request);
	const expected = body === "json" ? "application/json" : "application/x-www-form-urlencoded";
	if (type !== expected && (bytes.length > 0 || type !== null)) {
		throw new UnsupportedMediaTypeError(`the content type must be '${expected}'`);
	}
	const text = decodeUtf8(bytes);
	if (body === "json") return { named: [], stray: query, json: () => parseJsonText(text) };
	return { named: parseForm(text, "body"), stray: query, json: () => undefined };
}

/** The media type of a request without its parameters, in lower case; null when it has none. */
export function contentTypeOf(request: Request): string | null {
	const header = request.headers.get("content-type");
	return header === null ? null : (header.split(";")[0] ?? "").trim().toLowerCase();
}

/** The raw query string of a request, without the question mark. */
export function queryOf(request: Request): string {
	const start = request.url.indexOf("?");
	const end = request.url.indexOf("#");
	return start < 0 ? "" : request.url.slice(start + 1, end < start ? undefined : end);
}

function decodeUtf8(bytes: Uint8Array): string {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		throw new InvalidArgumentError("the body is not valid UTF-8");
	}
}

function parseJsonText(text: string): unknown {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw new InvalidArgumentError("the body is not valid JSON");
	}
	// PostgreSQL's text holds neither; refused here once for every field.
	if (/\\u0000|\\ud[89ab]/i.test(text) || text.includes("\0")) refuseUnstorable(value);
	return value;
}

function refuseUnstorable(value: unknown): void {
	const open: unknown[] = [value];
	for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
		if (typeof next === "string" && (next.includes("\0") || !next.isWellFormed())) {
			throw new InvalidArgumentError("the body holds a string with NUL or half a surrogate pair");
		}
		if (typeof next === "object" && next !== null) open.push(...Object.keys(next), ...Object.values(next));
	}
}

function refuseQueryOf({ stray }: Fields): void {
	const [first] = stray;
	if (first === undefined) return;
	throw new InvalidArgumentError(
		`unknown parameter '${printable(first[0])}' in the query string of a request with a body`,
		{
			parameter: first[0],
		},
	);
}

/** Takes KEY out of the fields: it belongs to authentication, not to the operation. */
function takeKey(named: [string, string][]): string | undefined {
	const given = named.filter(([name]) => name === "KEY");
	if (given.length > 1) throw new InvalidArgumentError("parameter 'KEY' is given more than once", { parameter: "KEY" });
	const at = named.findIndex(([name]) => name === "KEY");
	return at < 0 ? undefined : named.splice(at, 1)[0]?.[1];
}

const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a path's segment is a GUID. */
export function isGuid(value: unknown): value is string {
	return typeof value === "string" && GUID.test(value);
}

async function pathIds<Path extends string>(
	context: RouteContext,
	names: readonly Path[],
): Promise<Record<Path, string>> {
	const params = names.length === 0 ? {} : await context.params;
	const ids = names.map((name) => {
		const value = (params as Record<string, unknown>)[name];
		if (typeof value !== "string" || !GUID.test(value))
			throw new NotFoundError(`${name.replace(/_id$/, "")} not found`);
		return [name, value.toLowerCase()] as const;
	});
	return Object.fromEntries(ids) as Record<Path, string>;
}

function expectationOf(request: Request): { revision?: number; digest?: string } {
	const ifMatch = request.headers.get("if-match")?.trim();
	const digest = request.headers.get("x-build-digest")?.trim();
	const [, revision] = /^(?:W\/)?"?(\d{1,9})"?$/.exec(ifMatch ?? "") ?? [];
	if (ifMatch !== undefined && ifMatch !== "*" && revision === undefined) {
		throw new InvalidArgumentError('the header If-Match must be a revision, such as "3"');
	}
	return {
		...(revision === undefined ? {} : { revision: Number(revision) }),
		...(digest === undefined ? {} : { digest }),
	};
}

function json(outcome: Exclude<Outcome, Response>, schema: z.ZodType | undefined, facts: RequestFacts): Response {
	if (CHECK_RESPONSES) schema?.parse(outcome.body);
	return Response.json(outcome.body, {
		status: outcome.status ?? 200,
		headers: { ...COMMON_HEADERS, "X-Request-Id": facts.requestId },
	});
}

function finish(response: Response, facts: RequestFacts): Response {
	for (const [name, value] of Object.entries(COMMON_HEADERS)) {
		if (!response.headers.has(name)) response.headers.set(name, value);
	}
	response.headers.set("X-Request-Id", facts.requestId);
	return response;
}
