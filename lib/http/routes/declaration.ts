import type { z } from "zod";
import type { ErrorType } from "@/lib/contract/primitives";
import type { Service } from "@/lib/platform/service";
import type { Credentials } from "./authenticate";
import type { Expectation } from "./expectation";
import type { RequestAttributes } from "./request-attributes";

/** The context that Next and the API server pass to a route handler. */
export interface RouteContext {
	readonly params: Promise<Record<string, string | string[] | undefined>>;
}
export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;
/** A handler whose declaration types the client of the pages; `types` has no value. */
export type TypedHandler<Types> = RouteHandler & { readonly types?: Types };

export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
export type Method = (typeof METHODS)[number];
/** The exports of a route file: one handler per method. */
export type RouteModule = Readonly<Partial<Record<Method, RouteHandler>>>;
/** Route modules by their pattern in Next's notation: `/targeting/designs/[design_id]`. */
export type RouteModules = Readonly<Record<string, RouteModule>>;

/**
 * Runs one item of a bulk action in a transaction of its own, and once for an `Idempotency-Key`: a
 * repetition gets the earlier result of an item that was done.
 */
export type Part = <Result extends object>(
	item: string,
	work: (service: Service) => Promise<Result>,
) => Promise<Result>;

/** The context of the steps of a request. */
export interface Execution {
	/** With an `Idempotency-Key`, its first transaction also stores the answer. */
	readonly service: Service;
	/**
	 * The body of a streaming route. Operations read it here, not from the request, so that it can
	 * be hashed.
	 */
	readonly body: AsyncIterable<Uint8Array>;
	readonly part: Part;
}

/** The input of an operation. */
export interface Call<Caller, Parameters, Path extends string> extends Execution {
	readonly principal: Caller;
	readonly parameters: Parameters;
	readonly path: Readonly<Record<Path, string>>;
	readonly expectation: Expectation;
	readonly request: Request;
	readonly attributes: RequestAttributes;
}

/** The body of a JSON answer, checked against `response`, and additional headers. */
export interface JsonOutcome {
	readonly body: unknown;
	readonly headers?: Readonly<Record<string, string>>;
}
/** Reads may also answer files, event streams and 304. */
export type Outcome = JsonOutcome | Response;
/** A JSON answer as it is sent and stored. */
export interface JsonAnswer extends JsonOutcome {
	readonly status: number;
}

/** Declares a route: the schemas of its parameters and answer, and the operation that it calls. */
export interface Declaration<
	Caller,
	Schema extends z.ZodType,
	Path extends string,
	Answer extends Outcome,
	Body extends z.ZodType = z.ZodType,
> {
	/** The resource's name for the operation; the OpenAPI operation id derives from it. */
	readonly summary: string;
	readonly description?: string;
	readonly parameters: Schema;
	/**
	 * Dynamic path segments: GUIDs, or slugs where the name ends in `_slug`. Malformed ones are not
	 * found.
	 */
	readonly path?: readonly Path[];
	/** The whole body of a JSON answer. */
	readonly response?: Body;
	/** Media type of an answer that is not JSON. */
	readonly answers?: string;
	/** The status of success, 200 by default. */
	readonly status?: 200 | 201;
	/** Descriptions of further statuses that are no errors. */
	readonly alsoAnswers?: Readonly<Record<number, string>>;
	/** Media types of a streamed body; any but forms with ANY_FILE. */
	readonly accepts?: readonly string[];
	/**
	 * The size limit of the body in bytes, as a number or a setting; 1 MB by default. The declared
	 * length of a streamed body is checked first; its operation counts a body without one.
	 */
	readonly largest?: "BUILD_MAX_BYTES" | "GEOFENCES_MAX_BYTES" | "INVENTORY_MAX_BYTES" | number;
	/** The precondition headers that the operation checks. */
	readonly expects?: readonly (keyof Expectation)[];
	/** Errors of the operation, besides those of its kind of route. */
	readonly errors?: readonly ErrorType[];
	/** Descriptions of errors: the state, right or parameter that each concerns. */
	readonly refusals?: Readonly<Partial<Record<ErrorType, string>>>;
	/** Descriptions of further request headers that the operation reads. */
	readonly headers?: Readonly<Record<string, string>>;
	/**
	 * Whether a session must have been confirmed within five minutes (docs/contract.md,
	 * Confirmation).
	 */
	readonly confirms?: true;
	/** Whether it is open to a session whose user must add a second factor first. */
	readonly addsFactor?: true;
	/** Whether each item of the request has a transaction of its own, by `part`. */
	readonly inParts?: true;
	/** Set where the method alone does not decide: a POST that reads. */
	readonly changesData?: boolean;
	/** Whether a read replica may answer: a list or an export, which writes nothing. */
	readonly fromReplica?: true;
	/** A sample body, where one derived from the schema would say little. */
	readonly example?: z.input<Schema>;
	/** Whether the specification lacks the route, where it has its neighbors. */
	readonly extension?: true;
	/** Removes a secret that is shown once from the answer that an `Idempotency-Key` stores. */
	readonly withoutSecret?: (body: unknown) => unknown;
	run(call: Call<Caller, z.output<Schema>, Path>): Promise<Answer>;
}

/** A route's answer to `detail=true` (docs/contract.md, The extension `detail=true`). */
export interface Detailed<Caller, Schema extends z.ZodType, Path extends string, Body extends z.ZodType = z.ZodType> {
	readonly parameters: Schema;
	readonly response: Body;
	run(call: Call<Caller, z.output<Schema>, Path>): Promise<JsonOutcome>;
}

/** The callers of a route, and the place of their credential (docs/contract.md, Credentials). */
export type CallerKind = Credentials | "agent" | "product or agent" | "public";
/**
 * The input of a route besides its path: a query string alone, a form, JSON, or a streamed body.
 */
export type BodyKind = "none" | "form" | "json" | "stream";
