import type { z } from "zod";
import type { BodyKind, CallerKind, Declaration, RouteHandler } from "./declaration";

/** What a declaration says of itself, whatever its caller, parameters and path are. */
type Declared = Pick<
	Declaration<never, z.ZodType, never, never>,
	| "summary"
	| "description"
	| "response"
	| "answers"
	| "status"
	| "alsoAnswers"
	| "accepts"
	| "expects"
	| "errors"
	| "refusals"
	| "headers"
	| "changesData"
>;

/** What the OpenAPI document says of one method of a route: the declaration that the route runs by, without its operation. */
export interface RouteDocumentation extends Declared {
	readonly caller: CallerKind | "token";
	readonly body: BodyKind;
	readonly parameters: z.ZodType;
	readonly path?: readonly string[];
	readonly example?: unknown;
	readonly detailed?: { readonly parameters: z.ZodType; readonly response: z.ZodType };
}

/** Carried by the handler itself, so that no route is described anywhere else. */
const DOCUMENTATION = Symbol("documentation");

/** Attaches to a handler what the OpenAPI document needs of it. */
export function documented(handler: RouteHandler, documentation: RouteDocumentation): RouteHandler {
	return Object.defineProperty(handler, DOCUMENTATION, { value: documentation });
}

/** What a handler carries; undefined for one that was not declared. */
export function documentationOf(handler: unknown): RouteDocumentation | undefined {
	return typeof handler === "function" ? Reflect.get(handler, DOCUMENTATION) : undefined;
}
