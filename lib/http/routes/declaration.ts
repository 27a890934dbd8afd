import type { z } from "zod";
import type { ErrorType } from "@/lib/contract/primitives";
import type { Service } from "@/lib/platform/service";
import type { Credentials } from "./authenticate";
import type { Expectation } from "./expectation";
import type { RequestFacts } from "./request-facts";

/** What Next and the API server hand to a route handler. */
export interface RouteContext {
	readonly params: Promise<Record<string, string | string[] | undefined>>;
}
export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
export type Method = (typeof METHODS)[number];
/** What a route file exports: a handler for each method that it implements. */
export type RouteModule = Readonly<Partial<Record<Method, RouteHandler>>>;
/** Route modules by their pattern in Next's notation: `/targeting/designs/[design_id]`. */
export type RouteModules = Readonly<Record<string, RouteModule>>;

/** What an operation gets of a request. */
export interface Call<Caller, Parameters, Path extends string> {
	readonly service: Service;
	readonly principal: Caller;
	readonly parameters: Parameters;
	/** Ids of the path, well-formed. */
	readonly path: Readonly<Record<Path, string>>;
	readonly expectation: Expectation;
	readonly request: Request;
	/** The body, where the operation reads it as a stream. To be read here and not from the request: it may be hashed on its way. */
	readonly body: AsyncIterable<Uint8Array>;
	readonly facts: RequestFacts;
}

/** The body of a JSON answer, checked against `response`, and headers of its own. */
export interface JsonOutcome {
	readonly body: unknown;
	readonly headers?: Readonly<Record<string, string>>;
}
/** What reads may answer besides: files, event streams, 304. */
export type Outcome = JsonOutcome | Response;
/** A JSON answer as it is sent and kept. */
export interface JsonAnswer extends JsonOutcome {
	readonly status: number;
}

/** What a route file says of itself: its parameters and its answer as schemas, and the one operation that it calls. */
export interface Declaration<Caller, Schema extends z.ZodType, Path extends string, Answer extends Outcome> {
	/** The resource's name for what this does; the OpenAPI document's operation id comes from it. */
	readonly summary: string;
	readonly description?: string;
	readonly parameters: Schema;
	/** Names of the path's dynamic segments: GUIDs, or slugs where the name ends in `_slug`; a malformed one is as unknown as an unknown one. */
	readonly path?: readonly Path[];
	/** The whole body of a JSON answer. */
	readonly response?: z.ZodType;
	/** Media type of an answer that is not JSON. */
	readonly answers?: string;
	/** Status of success: 200 unless something is created. */
	readonly status?: 200 | 201;
	/** Further statuses that are no errors, and what they say. */
	readonly alsoAnswers?: Readonly<Record<number, string>>;
	/** Media types of a body that the operation reads as a stream. */
	readonly accepts?: readonly string[];
	/**
	 * Most bytes of a body. Of one that the operation reads as a stream, the setting that bounds it: a longer one is refused
	 * before anything of it is read; the operation counts what has no length. Of JSON, a number, where 1 MB is too little.
	 */
	readonly largest?: "BUILD_MAX_BYTES" | "GEOFENCES_MAX_BYTES" | "INVENTORY_MAX_BYTES" | number;
	/** Which of the headers `If-Match` and `X-Build-Digest` the operation minds. */
	readonly expects?: readonly (keyof Expectation)[];
	/** Errors of the operation itself, besides those that its kind of route brings. */
	readonly errors?: readonly ErrorType[];
	/** What errors mean of this operation: the state, the right or the parameter that each is about. */
	readonly refusals?: Readonly<Partial<Record<ErrorType, string>>>;
	/** Further request headers that the operation minds, and what they say. */
	readonly headers?: Readonly<Record<string, string>>;
	/** Where the method does not tell whether it changes data: a POST that only asks. */
	readonly changesData?: boolean;
	/** A body to begin with, where one made of the schema would say little. */
	readonly example?: z.input<Schema>;
	/** The answer without the secret that it shows once, for the record behind an `Idempotency-Key`. */
	readonly withoutSecret?: (body: unknown) => unknown;
	run(call: Call<Caller, z.output<Schema>, Path>): Promise<Answer>;
}

/** A route's own answer to `detail=true` (docs/contract.md, The extension `detail=true`). */
export interface Detailed<Caller, Schema extends z.ZodType, Path extends string> {
	readonly parameters: Schema;
	readonly response: z.ZodType;
	run(call: Call<Caller, z.output<Schema>, Path>): Promise<JsonOutcome>;
}

/** Who may call a route, and where its credential stands (design.md section 3). */
export type CallerKind = Credentials | "agent" | "product or agent" | "public";
/** What a route takes besides its path: nothing but a query string, a form, JSON, or a body that the operation reads as a stream. */
export type BodyKind = "none" | "form" | "json" | "stream";
