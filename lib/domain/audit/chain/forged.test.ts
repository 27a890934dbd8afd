import { EventEmitter } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { transact } from "@/lib/platform/db/transact";
import { log } from "@/lib/platform/log";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { isFullSize } from "@/lib/tools/testing/runs";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, type World } from "@/lib/tools/testing/world";
import { chainAndLogHead } from "./chain-and-log-head";
import { chainEvents } from "./chain-events";
import { verifyAudit } from "./verify-audit";

const HEAD = "audit/head";
const TABLES = ["audit_events", "audit_chain", "audit_unchained"];

/** What somebody does who owns the database, switches triggers off, and may have got at the file store. */
const STEPS = {
	"change an event": ["UPDATE audit_events SET action = 'forged' WHERE id = (SELECT min(id) + 2 FROM audit_events)"],
	"empty the chain": ["DELETE FROM audit_chain"],
	"mark all as not chained": ["INSERT INTO audit_unchained SELECT id FROM audit_events ON CONFLICT DO NOTHING"],
	"delete the newest": ["audit_unchained", "audit_chain", "audit_events"].map(
		(table) =>
			`DELETE FROM ${table} WHERE ${table === "audit_events" ? "id" : "event_id"} > (SELECT max(id) - 2 FROM audit_events)`,
	),
	"delete the head": [],
	"put an older head in its place": [],
};
type Step = keyof typeof STEPS;

const WHEN = ["service stands still", "service runs", "service ends and starts"] as const;
type When = (typeof WHEN)[number];

/** All orders of some steps. */
function orders(steps: readonly Step[]): Step[][] {
	if (steps.length < 2) return [[...steps]];
	return steps.flatMap((step) => orders(steps.filter((other) => other !== step)).map((rest) => [step, ...rest]));
}

const FORGERY: readonly Step[] = ["change an event", "empty the chain", "mark all as not chained"];
const MORE: readonly Step[] = ["delete the newest", "delete the head", "put an older head in its place"];
/** Each pair of steps and the forgery, `npm run test:all` the forgery with one step more: in every order. */
const ATTACKS = [
	...[...FORGERY, ...MORE].flatMap((one, place) => [...FORGERY, ...MORE].slice(place + 1).map((other) => [one, other])),
	FORGERY,
	...(isFullSize ? MORE.map((step) => [...FORGERY, step]) : []),
].filter((steps) => steps.some((step) => STEPS[step].length > 0));

describe.each(testDatabaseKinds())("an audit log that is forged on %s", (kind) => {
	let service: TestService;
	let world: World;
	let [olderHead, head] = ["", ""];
	beforeAll(async () => {
		log.level = "silent";
		service = await createTestService(kind);
		world = await createWorld(service);
		for (const reasons of [["a1", "a2", "a3"], ["b1"], ["c1", "c2"]]) {
			olderHead = head;
			await write(...reasons);
			await chainEvents(service);
			head = await readHead();
		}
		for (const table of TABLES) await service.prisma.$executeRawUnsafe(`CREATE TABLE saved_${table} AS TABLE ${table}`);
	});
	afterAll(() => service.drop());

	const write = async (...reasons: string[]) => {
		for (const reason of reasons) {
			const entry = { action: "edit", object_type: "target", object_id: world.target.id, reason } as const;
			await transact(service.prisma, (tx) => recordEvent(service, tx, world.designer, entry));
		}
	};
	const readHead = async () => text(await service.files.createReadStream(HEAD));
	const putHead = async (content: string) => {
		const path = join(await service.files.workDirectory(), "a-head");
		await writeFile(path, content);
		await service.files.put(HEAD, path);
	};
	const asOwner = (statements: readonly string[]) =>
		service.prisma.$transaction(async (tx) => {
			await tx.$executeRawUnsafe("SET LOCAL session_replication_role = replica");
			for (const statement of statements) await tx.$executeRawUnsafe(statement);
		});
	const take = async (step: Step) => {
		await asOwner(STEPS[step]);
		if (step === "delete the head") await service.files.remove(HEAD);
		if (step === "put an older head in its place") await putHead(olderHead);
	};
	/** Another process of the service. */
	const start = () => ({ ...service, signals: new EventEmitter() });
	const restore = async () => {
		await asOwner(TABLES.flatMap((table) => [`DELETE FROM ${table}`, `INSERT INTO ${table} TABLE saved_${table}`]));
		await putHead(head);
		const process = start();
		await chainAndLogHead(process);
		expect((await verifyAudit(process)).problem).toBeNull();
		return process;
	};

	/** What a check finds after an attack in this order, while the service does its work or none. */
	async function attack(order: readonly Step[], when: When) {
		let process = await restore();
		const work = async () => {
			if (when === "service ends and starts") process = start();
			// A refusal is what the job says to operators, and the check says it, too.
			await chainEvents(process).catch(() => undefined);
		};
		for (const step of order) {
			await take(step);
			if (when === "service stands still") continue;
			await write("meanwhile");
			await work();
		}
		await work();
		return { own: (await verifyAudit(process)).problem, later: (await verifyAudit(start())).problem };
	}

	test.each(ATTACKS.map((steps) => ({ name: steps.join(", "), steps })))(
		"$name: found in every order",
		async ({ steps }) => {
			for (const order of orders(steps)) {
				for (const when of WHEN) {
					// An older state of both places looks whole to a process that has not seen the later one.
					const isBoth = steps.includes("put an older head in its place");
					if (isBoth && when === "service ends and starts") continue;
					const { own, later } = await attack(order, when);
					expect([order, when, isBoth ? own : own && later]).not.toContain(null);
				}
			}
		},
	);
});
