import type { z } from "zod";
import type { QueryOf } from "@/lib/contract/parameters";
import type { Routes } from "@/lib/generated/routes";
import type { Page } from "./fetcher";
import type { Upload } from "./upload";

// Types of the pages' client, from the declarations in app/**/route.ts. Types alone: pages load
// nothing of a route.

type Pattern = keyof Routes;
type MethodsOf<P extends Pattern> = keyof Routes[P] & ("GET" | "POST" | "PUT" | "PATCH" | "DELETE");

/** Every operation of the API by method and path, such as `PATCH /api/targets/[target_id]`. */
export type Operation = { [P in Pattern]: `${MethodsOf<P>} ${P}` }[Pattern];

/** The part of a declaration that `runRoute` keeps. */
interface Declared {
	kind: "none" | "form" | "json" | "stream";
	schema: z.ZodType;
	path: string;
	body: z.ZodType;
	detailed: [schema: z.ZodType, body: z.ZodType];
}

type DeclaredOf<O extends Operation> = O extends `${infer Method} ${infer P extends Pattern}`
	? Routes[P] extends { readonly [M in Method]: { readonly types?: infer T } }
		? Extract<T, Declared>
		: never
	: never;

/** A schema without parameters has an index signature. */
type Parameters<S extends z.ZodType> = string extends keyof z.output<S> ? unknown : QueryOf<S>;

/** Pages read in detail where there is an answer in detail. */
type Query<D extends Declared> = [D["detailed"][0]] extends [never]
	? Parameters<D["schema"]>
	: Parameters<D["detailed"][0]> & { detail: true };

type Sent<Body> = Record<never, never> extends Body ? { body?: Body } : { body: Body };

interface Control {
	/** The revision and the file that the reader has seen; others give 412. */
	revision?: number | undefined;
	digest?: string | undefined;
	signal?: AbortSignal | undefined;
}

type InputOf<D extends Declared> = Control &
	Record<D["path"], string> &
	(D["kind"] extends "none" ? Query<D> : D["kind"] extends "stream" ? Query<D> & Upload : Sent<z.input<D["schema"]>>);

/** The input of an operation: its parameters of path and query, its body or file. */
export type Input<O extends Operation> = InputOf<DeclaredOf<O>>;

/** The parameters of a list without those that pages always add. */
export type Filters<O extends Operation> = Omit<Input<O>, "detail" | keyof Control>;

type Content<Body> = Body extends { response: infer Response }
	? Response extends { data: (infer Row)[]; total_row_count: number }
		? Page<Row> & Omit<Response, "data" | "included_row_count" | "total_row_count">
		: Response extends { data: infer Item }
			? Item
			: null
	: Body;

type BodyOf<D extends Declared> = [D["detailed"][1]] extends [never] ? D["body"] : D["detailed"][1];

/** The answer of an operation outside of its envelope; null for an empty one. */
export type Answer<O extends Operation> = [BodyOf<DeclaredOf<O>>] extends [never]
	? unknown
	: Content<z.output<BodyOf<DeclaredOf<O>>>>;
