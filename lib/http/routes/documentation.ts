import type { z } from "zod";
import type { BodyKind, CallerKind, Declaration, RouteHandler } from "./declaration";

/** The parts of a declaration that do not depend on its type parameters. */
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
	| "fromReplica"
	| "extension"
>;

/** The documentation of one method of a route: its declaration without the operation. */
export interface RouteDocumentation extends Declared {
	readonly caller: CallerKind | "token";
	readonly body: BodyKind;
	readonly parameters: z.ZodType;
	readonly path?: readonly string[];
	readonly example?: unknown;
	readonly detailed?: { readonly parameters: z.ZodType; readonly response: z.ZodType };
}

/** Handlers carry their documentation, so that it cannot differ from the route. */
const DOCUMENTATION = Symbol("documentation");

/** Attaches its documentation to a handler. */
export function documented(handler: RouteHandler, documentation: RouteDocumentation): RouteHandler {
	return Object.defineProperty(handler, DOCUMENTATION, { value: documentation });
}

/** Gives a handler's documentation; undefined for an undeclared handler. */
export function documentationOf(handler: unknown): RouteDocumentation | undefined {
	return typeof handler === "function" ? Reflect.get(handler, DOCUMENTATION) : undefined;
}
