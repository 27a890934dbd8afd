import type { z } from "zod";
import type { AgentPrincipal, Principal } from "@/lib/domain/access/principal";
import type { Declaration, Detailed, JsonOutcome, Outcome } from "./declaration";
import type { ParameterSchema } from "./parse-parameters";
import { runRoute } from "./run-route";

// The kinds of routes: a route file declares itself with one of these, and run-route.ts runs the
// declaration.

export type { RouteContext, RouteHandler } from "./declaration";

/** `/targeting/*`, GET; `detailed` answers `detail=true`, an extension of the contract. */
export const managementQuery = <
	Schema extends ParameterSchema,
	Path extends string = never,
	Body extends z.ZodType = never,
	DetailedSchema extends ParameterSchema = never,
	DetailedBody extends z.ZodType = never,
>(
	declaration: Declaration<Principal, Schema, Path, Outcome, Body>,
	detailed?: Detailed<Principal, DetailedSchema, Path, DetailedBody>,
) => runRoute("management", "none", declaration, detailed);
/** `/targeting/*`, POST with a form body. */
export const managementForm = <
	Schema extends ParameterSchema,
	Path extends string = never,
	Body extends z.ZodType = never,
>(
	declaration: Declaration<Principal, Schema, Path, JsonOutcome, Body>,
) => runRoute("management", "form", declaration);
/** `/api/*`, GET. */
export const productQuery = <
	Schema extends ParameterSchema,
	Path extends string = never,
	Body extends z.ZodType = never,
>(
	declaration: Declaration<Principal, Schema, Path, Outcome, Body>,
) => runRoute("product", "none", declaration);
/** `/api/*` without a body, with effects: DELETE. */
export const productAction = <
	Schema extends ParameterSchema,
	Path extends string = never,
	Body extends z.ZodType = never,
>(
	declaration: Declaration<Principal, Schema, Path, JsonOutcome, Body>,
) => runRoute("product", "none", declaration);
/** `/api/*` with a JSON body. */
export const productJson = <Schema extends z.ZodType, Path extends string = never, Body extends z.ZodType = never>(
	declaration: Declaration<Principal, Schema, Path, JsonOutcome, Body>,
) => runRoute("product", "json", declaration);
/** `/api/*` with a body that the operation streams. */
export const productUpload = <
	Schema extends ParameterSchema,
	Path extends string = never,
	Body extends z.ZodType = never,
>(
	declaration: Declaration<Principal, Schema, Path, JsonOutcome, Body>,
) => runRoute("product", "stream", declaration);
/** `/api/*` with a body that the operation streams, and an answer made of it: it changes nothing. */
export const productConversion = <Schema extends ParameterSchema, Body extends z.ZodType = never>(
	declaration: Declaration<Principal, Schema, never, Response, Body>,
) => runRoute("product", "stream", declaration);
/** `/api/agent/*`, GET. */
export const agentQuery = <Schema extends ParameterSchema, Path extends string = never, Body extends z.ZodType = never>(
	declaration: Declaration<AgentPrincipal, Schema, Path, Outcome, Body>,
) => runRoute("agent", "none", declaration);
/** `/api/agent/*`, POST with a JSON body. */
export const agentJson = <Schema extends z.ZodType, Body extends z.ZodType = never>(
	declaration: Declaration<AgentPrincipal, Schema, never, JsonOutcome, Body>,
) => runRoute("agent", "json", declaration);
/** Targeting files, for people and agents. */
export const fileQuery = <Schema extends ParameterSchema, Path extends string = never, Body extends z.ZodType = never>(
	declaration: Declaration<Principal | AgentPrincipal, Schema, Path, Outcome, Body>,
) => runRoute("product or agent", "none", declaration);
/** Public routes: health and readiness. */
export const publicQuery = <Schema extends ParameterSchema, Body extends z.ZodType = never>(
	declaration: Declaration<undefined, Schema, never, Outcome, Body>,
) => runRoute("public", "none", declaration);
/** Public routes whose effect is signed in the address; a body is ignored. */
export const publicAction = <Schema extends ParameterSchema, Body extends z.ZodType = never>(
	declaration: Declaration<undefined, Schema, never, JsonOutcome, Body>,
) => runRoute("public", "none", declaration);
/** Public routes with a JSON body that contains a secret, over HTTPS only. */
export const publicJson = <Schema extends z.ZodType, Body extends z.ZodType = never>(
	declaration: Declaration<undefined, Schema, never, JsonOutcome, Body>,
) => runRoute("public", "json", declaration);
