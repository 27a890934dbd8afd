import type { z } from "zod";
import type { ErrorType } from "@/lib/contract/primitives";
import type { BodyKind, CallerKind, RouteHandler } from "./declaration";
import type { Expectation } from "./expectation";

/** What the OpenAPI document says of one method of a route: the declaration that the route runs by, without its operation. */
export interface RouteDocumentation {
	readonly caller: CallerKind | "token";
	readonly body: BodyKind;
	readonly summary: string;
	readonly description?: string;
	readonly parameters: z.ZodType;
	readonly path?: readonly string[];
	readonly response?: z.ZodType;
	readonly answers?: string;
	readonly status?: number;
	readonly alsoAnswers?: Readonly<Record<number, string>>;
	readonly accepts?: readonly string[];
	readonly expects?: readonly (keyof Expectation)[];
	readonly errors?: readonly ErrorType[];
	readonly refusals?: Readonly<Partial<Record<ErrorType, string>>>;
	readonly headers?: Readonly<Record<string, string>>;
	readonly changesData?: boolean;
	readonly example?: unknown;
}

/** Carried by the handler itself, so that no route is registered anywhere by hand. */
const DOCUMENTATION = Symbol.for("targeting-service.documentation");

/** Attaches to a handler what the OpenAPI document needs of it. */
export function documented(handler: RouteHandler, documentation: RouteDocumentation): RouteHandler {
	return Object.defineProperty(handler, DOCUMENTATION, { value: documentation });
}

/** What a handler carries; undefined for one that was not declared. */
export function documentationOf(handler: unknown): RouteDocumentation | undefined {
	return typeof handler === "function" ? Reflect.get(handler, DOCUMENTATION) : undefined;
}
