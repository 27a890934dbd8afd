import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { changeFeed } from "@/lib/domain/events/change-feed";
import { setDatabase } from "@/lib/platform/db/client";
import { log } from "@/lib/platform/log";
import { setService } from "@/lib/platform/service";
import { type RightCall, rightCalls } from "@/lib/tools/testing/access/access-calls";
import { type AccessWorld, createAccessWorld } from "@/lib/tools/testing/access/access-world";
import { answerTo, isApart, PERSON_NAMES, type PersonName } from "@/lib/tools/testing/access/people";
import { RIGHTS } from "@/lib/tools/testing/access/rights";
import { ROUTE_ROWS, routeOf } from "@/lib/tools/testing/access/route-rows";
import { type Sent, send } from "@/lib/tools/testing/access/send";
import { rowDigests } from "@/lib/tools/testing/all-rows";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { tomorrow } from "@/lib/tools/testing/write-preparations";

/** What refused and undone requests may leave: records of them, counters, and what is swept. */
const LEFT_OUT = [
	"_prisma_migrations",
	"audit_events",
	"audit_unchained",
	"audit_windows",
	"outbox",
	"idempotency_records",
	"call_windows",
	"geofence_collections",
	"geofence_chunks",
];
/** A write that is done is undone with its record, which the database refuses. */
const UNDONE = 503;

/**
 * Every route and every caller of the matrix: who may, who sees and may not, and to whom it does not
 * exist. What is expected stands in docs/access.md.
 */
describe("rights", () => {
	let service: TestService;
	let world: AccessWorld;
	let calls: ReadonlyMap<string, RightCall>;
	let before: Record<string, string>;
	let lastEvent: bigint;
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		setDatabase(service.database);
		world = await createAccessWorld(service);
		calls = await rightCalls(world.ids, tomorrow(service));
		await service.prisma.$executeRaw`CREATE FUNCTION refuse_success() RETURNS trigger LANGUAGE plpgsql AS
			$$ BEGIN IF NEW.status < 300 AND NEW.path NOT LIKE '%/bulk' THEN RAISE EXCEPTION 'undone' USING ERRCODE = '57P03'; END IF; RETURN NEW; END $$`;
		await service.prisma.$executeRaw`CREATE TRIGGER refuse_success BEFORE INSERT OR UPDATE ON idempotency_records
			FOR EACH ROW EXECUTE FUNCTION refuse_success()`;
		await service.prisma.$executeRaw`ALTER TABLE organizations DISABLE TRIGGER organizations_note_members_see`;
		before = await rowDigests(service, LEFT_OUT);
		const last = await service.prisma.auditEvent.aggregate({ _max: { id: true } });
		lastEvent = last._max.id ?? 0n;
	});
	afterAll(async () => {
		await changeFeed(service.database, service).stop();
		setService(undefined);
		setDatabase(undefined);
		await service.drop();
	});

	let isSetApart = false;
	/** Sets which designs members of the owner's organization see: as the person is asked. */
	async function setMembersSee(person: PersonName): Promise<void> {
		if (isSetApart === isApart(person)) return;
		isSetApart = !isSetApart;
		const membersSee = isSetApart ? "own_and_shared" : "all";
		await service.prisma
			.$executeRaw`UPDATE organizations SET members_see = ${membersSee}::"MembersSee" WHERE id = ${world.cast.organizations.acme}::uuid`;
	}

	test.each(ROUTE_ROWS)("%s", async (row, _door, right) => {
		vi.spyOn(log, "error").mockImplementation(() => undefined);
		const call = calls.get(row);
		if (call === undefined) throw new Error("every row has a call");
		const answers = {} as Record<PersonName, unknown>;
		for (const person of PERSON_NAMES) {
			await setMembersSee(person);
			const key = { "idempotency-key": crypto.randomUUID() };
			const sent = await send(
				routeOf(row),
				// An address tries links 20 times in a minute.
				{ ...call, headers: { ...call.headers, ...key, ...(isSetApart && { "x-ts-client-ip": "192.0.2.8" }) } },
				world.cast.shown[person],
			);
			answers[person] = shownBy(sent, call);
		}
		expect(answers).toEqual(
			Object.fromEntries(PERSON_NAMES.map((person) => [person, answerTo(RIGHTS[right], person)])),
		);
	});

	test("none of these requests has changed anything", async () => {
		await setMembersSee("colleague");
		expect(await rowDigests(service, LEFT_OUT)).toEqual(before);
		const events = await service.prisma.auditEvent.findMany({ where: { id: { gt: lastEvent } } });
		expect(new Set(events.map(({ action }) => action))).toEqual(new Set(["call_refused", "sign_in_refused"]));
	});
});

/** The right that an answer shows; what shows none as it is, with its message. */
function shownBy({ status, body }: Sent, { done = [] }: RightCall): unknown {
	const { response, message } = JSON.parse(body.startsWith("{") ? body : "{}");
	const [outcome] = response?.data?.outcomes ?? [];
	const answered = outcome?.ok === false ? (STATUSES[outcome.error_type] ?? status) : status;
	if (answered === 401 || answered === 403 || answered === 404) return done.includes(answered) ? "yes" : answered;
	const isYes = answered < 300 || answered === 409 || answered === UNDONE || done.includes(answered ?? 0);
	return isYes ? "yes" : [answered, message ?? outcome?.message];
}

const STATUSES: Readonly<Record<string, number>> = {
	NotFound: 404,
	Forbidden: 403,
	InvalidState: 409,
	Unavailable: UNDONE,
};
