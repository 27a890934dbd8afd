import type { DemoWorld } from "@/lib/tools/seed/demo-world";
import { call, type Row, SpecClient } from "./spec-client";
import { BUILD_LIST_ROW, DEPLOYMENT, DESIGN, type Shape } from "./spec-shapes";

/** People of the demo world, each with a key. */
export const PEOPLE = [
	"operator",
	"designer",
	"colleague",
	"outsider",
	"administrator",
	"other_administrator",
] as const;
export type Person = (typeof PEOPLE)[number];

/** The lists of the contract, with the shape of their rows. */
export const LISTS: readonly (readonly [path: string, shape: Shape])[] = [
	["/targeting/designs/", DESIGN],
	["/targeting/builds", BUILD_LIST_ROW],
	["/targeting/deployments", DEPLOYMENT],
];

/** An unused id. */
export const UNKNOWN_ID = "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11";

/** A service with the demo world. */
export interface SeededService {
	readonly baseUrl: string;
	readonly seed: DemoWorld;
}

/** A client of the contract with a person's KEY. */
export const byKey = (service: SeededService, person: Person) =>
	new SpecClient(service, { KEY: service.seed[person].key });

/** All rows of a list for the operator: those of the demo world and of other tests. */
export const everyRow = async ({ baseUrl, seed }: SeededService, path: string): Promise<Row[]> => {
	const answer = await call(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${seed.operator.key}` } });
	return (answer.body.response as Row).data as Row[];
};

export const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => String(id)).sort();
