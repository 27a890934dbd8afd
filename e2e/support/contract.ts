import type { DemoWorld } from "@/lib/tools/seed/demo-world";
import { call, type Row, SpecClient } from "./spec-client";
import { BUILD_LIST_ROW, DEPLOYMENT, DESIGN, type Shape } from "./spec-shapes";

/** Whom the demo world has, each with a key of their own. */
export const PEOPLE = [
	"operator",
	"designer",
	"colleague",
	"outsider",
	"administrator",
	"other_administrator",
] as const;
export type Person = (typeof PEOPLE)[number];

/** The lists of the contract, each with the shape of its rows. */
export const LISTS: readonly (readonly [path: string, shape: Shape])[] = [
	["/targeting/designs/", DESIGN],
	["/targeting/builds", BUILD_LIST_ROW],
	["/targeting/deployments", DEPLOYMENT],
];

/** An id that nothing has. */
export const UNKNOWN_ID = "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11";

/** A service with the demo world in it. */
export interface SeededService {
	readonly baseUrl: string;
	readonly seed: DemoWorld;
}

/** Who calls the contract with the KEY of a person. */
export const byKey = (service: SeededService, person: Person) =>
	new SpecClient(service, { KEY: service.seed[person].key });

/** What the product API lists to the operator: all that the demo world began with, and that other tests made since. */
export const everyRow = async ({ baseUrl, seed }: SeededService, path: string): Promise<Row[]> => {
	const answer = await call(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${seed.operator.key}` } });
	return (answer.body.response as Row).data as Row[];
};

export const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => String(id)).sort();
