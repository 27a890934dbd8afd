import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { createDesign } from "@/lib/domain/designs/create-design";
import { refreshDesignSearch } from "@/lib/domain/lists/refresh-documents";
import { createView } from "@/lib/domain/views/create-view";
import { transact } from "@/lib/platform/db/transact";
import { createAccessWorld } from "@/lib/tools/testing/access/access-world";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld } from "@/lib/tools/testing/world";
import { eraseUser } from "./erase-user";
import { KEPT, OTHER_COLUMNS, replacedColumns, textColumns } from "./text-columns";

const ACTOR = { system: "command line (root@host)" };

describe.each(testDatabaseKinds())("what an erasure does with each column, on %s", (kind) => {
	let service: TestService;
	beforeAll(async () => {
		service = await createTestService(kind);
	});
	afterAll(() => service.drop());

	/** The tables with a text in any column. */
	async function tablesWith(text: string): Promise<string[]> {
		const tables = await service.prisma.$queryRaw<{ name: string }[]>`
			SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`;
		const found: string[] = [];
		for (const { name } of tables) {
			const query = `SELECT 1 FROM ${name} t WHERE t::text ILIKE $1 LIMIT 1`;
			if ((await service.prisma.$queryRawUnsafe<unknown[]>(query, `%${text}%`)).length > 0) found.push(name);
		}
		return found;
	}

	test("each that is not replaced is there, and in one list", async () => {
		const columns = (await textColumns(service.prisma)).map(({ table, column }) => `${table}.${column}`);
		expect(columns).toEqual(expect.arrayContaining([...OTHER_COLUMNS]));
		expect(new Set(OTHER_COLUMNS).size).toBe(OTHER_COLUMNS.length);
	});

	test("a full name goes from every column that is replaced, in any order, case and joining", async () => {
		const { ids, cast } = await createAccessWorld(service);
		const { owner, operator } = cast.people;
		const where = { id: owner.userId };
		await service.prisma.user.update({ where, data: { first_name: "Grace", last_name: "Hopperova" } });
		const text = "Ask Grace Hopperova, or HOPPEROVA, GRACE (grace-hopperova) and Hopperova\u00a0Grace.";
		const values = {
			ARRAY: "ARRAY[$1, 'other']",
			jsonb: "jsonb_build_object('told', ARRAY[$1], 'line', 'to' || chr(10) || $1)",
			text: "$1 || ' ' || ctid",
		};
		const written: string[] = [];
		await transact(service.prisma, async (tx) => {
			for (const { table, column, type } of await replacedColumns(tx)) {
				const rows = await tx.$executeRawUnsafe(
					`UPDATE ${table} SET ${column} = ${values[type as keyof typeof values]}`,
					text,
				);
				if (rows > 0) written.push(`${table}.${column}`);
			}
			for (const { id } of await tx.design.findMany({ select: { id: true } })) await refreshDesignSearch(tx, id);
			await recordEvent(service, tx, operator, {
				...{ action: "edit", object_type: "target", object_id: String(ids.target_id), reason: text },
				detail: { changes: { name: text }, told: [text] },
			});
		});
		expect(await tablesWith("hopperova")).toEqual(
			expect.arrayContaining(["audit_events", "deployments", "design_targets", "designs"]),
		);
		const { places, kept } = await eraseUser(service, ACTOR, { email: owner.email });
		expect(await tablesWith("hopperova")).toEqual([]);
		const found = places.map(({ table, column }) => `${table}.${column}`);
		expect(found).toEqual(
			expect.arrayContaining([...written, "audit_events.reason", "audit_events.detail", "designs.search_document"]),
		);
		expect(written).toEqual(
			expect.arrayContaining([
				...["builds.name", "build_sets.targeting_code", "designs.visibility_tags", "designs.name", "design_sets.name"],
				...["deployments.tags", "saved_views.query", "targets.name", "organizations.name", "target_freezes.reason"],
			]),
		);
		expect(kept).toEqual(Object.keys(KEPT));
	});

	test("texts that become one where each must differ get a mark, and longer words stay", async () => {
		const { designer, colleague } = await createWorld(service);
		const where = { id: designer.userId };
		await service.prisma.user.update({ where, data: { first_name: "Ann", last_name: "Marlow" } });
		const codes = ["Ann Marlow", "marlow ann", "Ann_Marlow", "Ann Marlow 2", "Joann Marlow", "Ann Marlowe"];
		const sets = codes.map((code) => ({ set_name: code, targeting_code: code }));
		const { id } = await createDesign(service, colleague, { name: "Ann  Marlow’s", type: "proximity", sets });
		const view = { page: "/designs" as const, name: "Theirs", shared: true, default: false };
		const shared = await createView(service, colleague, { ...view, query: "q=by+Ann%20Marlow&x=Marlow%2C+Ann" });
		const { pseudonym } = await eraseUser(service, ACTOR, { email: designer.email });
		const design = await service.prisma.design.findUniqueOrThrow({
			where: { id },
			include: { sets: { orderBy: { position: "asc" } } },
		});
		expect(design.name).toBe(`${pseudonym}’s`);
		const marked = expect.stringMatching(new RegExp(`^${pseudonym} [0-9a-f]{6}$`));
		expect(design.sets.map(({ targeting_code: targetingCode }) => targetingCode)).toEqual([
			...[pseudonym, marked, marked, `${pseudonym} 2`, "Joann Marlow", "Ann Marlowe"],
		]);
		const { query } = await service.prisma.savedView.findUniqueOrThrow({ where: { id: shared.id } });
		expect(query).toBe(`q=by+${pseudonym}&x=${pseudonym}`);
	});

	test.each([
		["José", "Müller", ["JOSE-MULLER", "josé müller", "Jose\u0301 Mu\u0308ller"]],
		["Pat", "O'Brien", ["PAT-O-BRIEN", "Pat O’Brien", "O%27Brien%2C+Pat"]],
		["J. R.", "Smith", ["J-R-SMITH", "J.R. Smith", "smith, j r"]],
		["Зоя", "Петрова", ["ПЕТРОВА Зоя", encodeURIComponent("Зоя Петрова")]],
	])("%s %s is found however it is written", async (firstName, lastName, spellings) => {
		const { designer, colleague } = await createWorld(service);
		await service.prisma.user.update({
			where: { id: designer.userId },
			data: { first_name: firstName, last_name: lastName },
		});
		const sets = spellings.map((name, index) => ({ set_name: `${name}!`, targeting_code: `T${index}` }));
		const { id } = await createDesign(service, colleague, { name: "Theirs", type: "proximity", sets });
		const { pseudonym } = await eraseUser(service, ACTOR, { email: designer.email });
		const found = await service.prisma.designSet.findMany({ where: { design_id: id } });
		expect(found.map(({ name }) => name)).toEqual(spellings.map(() => `${pseudonym}!`));
	});

	test("an escape in JSON stays whole, names of fields and e-mails of others too", async () => {
		const { designer, administrator } = await createWorld(service);
		const where = { id: designer.userId };
		await service.prisma.user.update({ where, data: { first_name: "Nina", last_name: "Api" } });
		const facts = {
			"nina api": "of a field",
			lines: ["to\nIna Api", "to\nNina Api", "\\Nina Api", "nina.api@other.example", "x@nina-api.example"],
			told: ["Nina", "Api"],
		};
		const event = { id: 9_001n, at: service.now(), kind: "deployment.requested", reader: "requester", facts };
		const { id } = await service.prisma.inboxItem.create({
			data: {
				event_id: event.id,
				user_id: administrator.userId,
				kind: event.kind,
				reader: event.reader,
				at: event.at,
				facts,
			},
		});
		const { pseudonym } = await eraseUser(service, ACTOR, { email: designer.email });
		const item = await service.prisma.inboxItem.findUniqueOrThrow({ where: { id } });
		expect(item.facts).toEqual({
			...facts,
			lines: ["to\nIna Api", `to\n${pseudonym}`, `\\${pseudonym}`, "nina.api@other.example", "x@nina-api.example"],
		});
	});

	test("names in fields of their own go from stored answers, but not those of others", async () => {
		const { designer, colleague, administrator } = await createWorld(service);
		const answer = ({ userId }: { userId: string }, first = 'A "B', last = "C") =>
			JSON.stringify({ id: userId, first_name: first, last_name: last });
		const record = { caller_id: administrator.userId, method: "PATCH", request_hash: Buffer.alloc(32), status: 200 };
		const times = { created_at: service.now(), expires_at: new Date(service.now().getTime() + 60_000) };
		for (const [index, person] of [designer, colleague].entries())
			await service.prisma.idempotencyRecord.create({
				data: { ...record, ...times, path: `/${index}`, key_hash: Buffer.alloc(32), body: answer(person) },
			});
		await eraseUser(service, ACTOR, { email: designer.email });
		const { caller_id: callerId } = record;
		const stored = await service.prisma.idempotencyRecord.findMany({
			where: { caller_id: callerId },
			orderBy: { path: "asc" },
		});
		expect(stored.map(({ body }) => body)).toEqual([answer(designer, "", ""), answer(colleague)]);
	});
});
