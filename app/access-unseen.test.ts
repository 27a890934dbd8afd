import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setService } from "@/lib/platform/service";
import { type RightCall, rightCalls } from "@/lib/tools/testing/access/access-calls";
import { type AccessWorld, createAccessWorld } from "@/lib/tools/testing/access/access-world";
import { answerTo, type PersonName } from "@/lib/tools/testing/access/people";
import { RIGHTS } from "@/lib/tools/testing/access/rights";
import { ROUTE_ROWS, routeOf } from "@/lib/tools/testing/access/route-rows";
import { send } from "@/lib/tools/testing/access/send";
import { type CapturingDatabase, captureQueries } from "@/lib/tools/testing/scale/capture-queries";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { tomorrow } from "@/lib/tools/testing/write-preparations";

/** People to whom most objects of the matrix do not exist. */
const OUTSIDERS: PersonName[] = ["stranger", "other-boss", "target-designer"];
const CASES = ROUTE_ROWS.flatMap(([row, , right]) =>
	OUTSIDERS.filter((person) => answerTo(RIGHTS[right], person) === 404).map((person) => [row, person] as const),
);

/**
 * An object that the caller does not see and one that is not there: the same answer, found out by the
 * same statements, so that neither words nor time tell them apart.
 */
describe("what is not seen", () => {
	let service: TestService;
	let world: AccessWorld;
	let statements: CapturingDatabase;
	let there: ReadonlyMap<string, RightCall>;
	let missing: ReadonlyMap<string, RightCall>;
	let missingIds: Record<string, string>;
	beforeAll(async () => {
		service = await createTestService();
		// One client for all: the names of its prepared statements are those of the connection.
		statements = captureQueries(service.database.pool, service.kind);
		const captured = { ...service, prisma: statements.database.prisma };
		world = await createAccessWorld(captured);
		const now = service.now();
		setService({ ...captured, now: () => now });
		missingIds = Object.fromEntries(
			Object.entries(world.ids).map(([name, id]) => [name, id.includes("-") ? crypto.randomUUID() : `no-${id}`]),
		);
		there = await rightCalls(world.ids, tomorrow(service));
		missing = await rightCalls(missingIds, tomorrow(service));
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	/** The answer, without the ids that were asked for, and the statements. */
	async function ask(
		row: string,
		person: PersonName,
		calls: ReadonlyMap<string, RightCall>,
		ids: Record<string, string>,
	) {
		statements.taken();
		const { status, body } = await send(routeOf(row), calls.get(row) ?? {}, world.cast.shown[person]);
		const text = Object.entries(ids).reduce((words, [name, id]) => words.replaceAll(id, `<${name}>`), body);
		return { status, text, statements: statements.taken().map((query) => query.text) };
	}

	test.each(CASES)("%s answers %s alike", async (row, person) => {
		const askBoth = async () => [await ask(row, person, there, world.ids), await ask(row, person, missing, missingIds)];
		let [unseen, absent] = await askBoth();
		// The use of a key is noted, and rows are swept, by one request in a while.
		if (!isDeepStrictEqual(unseen, absent)) [unseen, absent] = await askBoth();
		expect(unseen).toEqual(absent);
		expect(unseen?.text).toMatch(/"(status|error_type)":"(error|NotFound)"/);
	});
});
