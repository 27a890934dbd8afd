import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ActionOf } from "@/lib/contract/events/events";
import type { DESIGN_TRANSITIONS } from "@/lib/contract/transitions";
import type { Principal, SystemActor } from "@/lib/domain/access/principal";
import { recordEvent } from "@/lib/domain/audit/record-event";
import { handOver } from "@/lib/domain/outbox/hand-over";
import { transact } from "@/lib/platform/db/transact";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld, type World } from "@/lib/tools/testing/world";
import { inboxSink } from "./inbox-sink";

const PEOPLE = [
	"designer",
	"colleague",
	"customerAdministrator",
	"administrator",
	"secondAdministrator",
	"otherAdministrator",
	"operator",
] as const;
type Person = (typeof PEOPLE)[number];
type Told = Partial<Record<Person, string>>;

const SYSTEM: SystemActor = { system: "a part of the service" };
const administrators = (kind: string) => ({ administrator: kind, secondAdministrator: kind });

type Table<Action extends string> = Readonly<Record<Action, readonly [Person | null, Told]>>;
const rowsOf = <Action extends string>(table: Table<Action>) =>
	Object.entries(table) as [Action, Table<Action>[Action]][];

/**
 * What each person is told after each transition: who acts, and the kind for everybody who is told.
 * The designer requested; both administrators are of the target's organization.
 */
const DEPLOYMENT_TABLE: Table<ActionOf<"deployment">> = {
	request: ["designer", administrators("deployment.requested")],
	activate: ["administrator", { designer: "deployment.activated" }],
	deactivate: ["administrator", { designer: "deployment.deactivated" }],
	reject: ["administrator", { designer: "deployment.rejected" }],
	cancel: ["designer", administrators("deployment.withdrawn")],
	tag: ["administrator", {}],
	delete: ["administrator", { designer: "deployment.deleted" }],
	rollback: ["administrator", { designer: "deployment.activated" }],
	undo: ["administrator", { designer: "deployment.pending_again" }],
	schedule: ["administrator", {}],
	approve: ["administrator", { secondAdministrator: "deployment.needs_approval" }],
	approve_also: ["administrator", {}],
	approve_delete: ["administrator", { secondAdministrator: "deployment.needs_approval" }],
	unschedule: ["administrator", {}],
	schedule_failed: [null, { designer: "deployment.schedule_missed", ...administrators("deployment.schedule_missed") }],
	expire: [null, { designer: "deployment.expired" }],
	loaded: [null, { designer: "deployment.live" }],
	load_failed: [null, { designer: "deployment.load_failed", ...administrators("deployment.load_failed") }],
	remind: [null, administrators("deployment.waiting")],
	ask: ["administrator", { designer: "deployment.question" }],
	remind_requester: [null, { designer: "deployment.question_waiting" }],
	answer: ["colleague", administrators("deployment.answered")],
	withdraw_question: ["administrator", {}],
	comment: ["administrator", { designer: "deployment.commented", secondAdministrator: "deployment.commented" }],
};

const DESIGN_TABLE: Table<keyof typeof DESIGN_TRANSITIONS> = {
	edit: ["colleague", {}],
	request_build: ["designer", {}],
	start_build: [null, {}],
	complete_build: [null, { designer: "build.completed" }],
	reject_build: [null, { designer: "build.rejected" }],
	fail_build: [null, { designer: "build.failed", operator: "build.failed" }],
	retry_build: ["operator", {}],
	abandon_build: ["operator", { designer: "build.rejected" }],
	attach_external_build: ["operator", { designer: "build.completed" }],
};

describe.each(testDatabaseKinds())("the inbox on %s", (kind) => {
	let service: TestService;
	let world: World;
	let people: Record<Person, Principal>;
	let request: Awaited<ReturnType<typeof createRequest>>;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
		const secondAdministrator = await addPerson("second", world.administrator.organizationId, "administrator");
		people = { ...world, secondAdministrator };
		request = await createRequest(service, world);
	});
	afterAll(() => service.drop());
	beforeEach(async () => {
		await handOver(service, []);
		await service.prisma.inboxItem.deleteMany();
	});

	async function addPerson(
		name: string,
		organizationId: string,
		role: "administrator" | "operator",
		more: { disabled_at?: Date; password_hash?: null } = {},
	): Promise<Principal> {
		const email = `${name}-${world.target.slug}@example.com`;
		const data = {
			organization_id: organizationId,
			email,
			email_key: email,
			role,
			password_hash: "no password fits",
			...more,
		};
		const { id } = await service.prisma.user.create({ data });
		return { ...world.administrator, userId: id, email };
	}

	const deploymentEvent = (action: ActionOf<"deployment">, actor: Person | null, more: object = {}) =>
		record(actor, {
			action,
			object_type: "deployment",
			object_id: request.deployment.id,
			design_id: request.design.id,
			target_id: world.target.id,
			organization_id: world.target.organization_id,
			...more,
		});
	const designEvent = (action: ActionOf<"design">, actor: Person | null) =>
		record(actor, {
			action,
			object_type: "design",
			object_id: request.design.id,
			design_id: request.design.id,
			organization_id: world.designer.organizationId,
			detail: { build_id: request.build_id },
		});
	const record = (actor: Person | null, entry: Parameters<typeof recordEvent>[3]) =>
		transact(service.prisma, (tx) => recordEvent(service, tx, actor === null ? SYSTEM : people[actor], entry));

	async function told(): Promise<Told> {
		await handOver(service, [inboxSink]);
		const items = await service.prisma.inboxItem.findMany();
		const of = (userId: string) => items.filter((item) => item.user_id === userId).map((item) => item.kind);
		const known = PEOPLE.map((person) => [person, of(people[person].userId)] as const);
		expect(known.flatMap(([, kinds]) => kinds)).toHaveLength(items.length);
		return Object.fromEntries(known.flatMap(([person, kinds]) => (kinds.length === 0 ? [] : [[person, kinds.join()]])));
	}

	describe("tells each person", () => {
		test.each(rowsOf(DEPLOYMENT_TABLE))("after %s of a deployment", async (action, [actor, expected]) => {
			await deploymentEvent(action, actor);
			expect(await told()).toEqual(expected);
		});
		test.each(rowsOf(DESIGN_TABLE))("after %s of a design", async (action, [actor, expected]) => {
			await designEvent(action, actor);
			expect(await told()).toEqual(expected);
		});
		test("after events of a target", async () => {
			for (const [action, notice] of [
				["offline", "target.offline"],
				["out_of_memory", "target.out_of_memory"],
			] as const) {
				await record(null, {
					action,
					object_type: "target",
					object_id: world.target.id,
					target_id: world.target.id,
					organization_id: world.target.organization_id,
				});
				expect(await told()).toEqual(administrators(notice));
				await service.prisma.inboxItem.deleteMany();
			}
		});
		test("and never the actor, whatever their part", async () => {
			for (const actor of ["designer", "administrator", "operator"] as const) {
				for (const [action] of rowsOf(DEPLOYMENT_TABLE)) await deploymentEvent(action, actor);
				expect(Object.keys(await told())).not.toContain(actor);
				await service.prisma.inboxItem.deleteMany();
			}
		});
	});

	test("tells people who can sign in, and operators where an organization has nobody who decides", async () => {
		await addPerson("gone", world.administrator.organizationId, "administrator", { disabled_at: new Date() });
		await addPerson("tokens", world.administrator.organizationId, "administrator", { password_hash: null });
		const ids = [people.administrator.userId, people.secondAdministrator.userId];
		await service.prisma.user.updateMany({ where: { id: { in: ids } }, data: { disabled_at: new Date() } });
		await deploymentEvent("request", "designer");
		expect(await told()).toEqual({ operator: "deployment.requested" });
		await service.prisma.user.updateMany({ where: { id: { in: ids } }, data: { disabled_at: null } });
	});

	test("words an item with what is gone: the requester is found in the audit trail", async () => {
		const { deployment, design } = await createRequest(service, world);
		await handOver(service, []);
		await service.prisma.deployment.delete({ where: { id: deployment.id } });
		await deploymentEvent("delete", "administrator", { object_id: deployment.id, design_id: design.id });
		expect(await told()).toEqual({ designer: "deployment.deleted" });
		expect(await service.prisma.inboxItem.findFirst()).toMatchObject({
			reader: "requester",
			deployment_id: deployment.id,
			facts: { design: "Coffee shops", by: world.administrator.email, action: "delete" },
		});
	});

	test("tells the design's owner of a build that an operator attached, as whose request it counts", async () => {
		const data = { requested_by_id: people.operator.userId };
		await service.prisma.build.update({ where: { id: request.build_id }, data });
		await designEvent("attach_external_build", "operator");
		expect(await told()).toEqual({ designer: "build.completed" });
		expect(await service.prisma.inboxItem.findFirst()).toMatchObject({
			facts: { action: "attach_external_build", by: people.operator.email },
		});
	});

	test("tells the requester of a replacement of the new deployment alone", async () => {
		await deploymentEvent("deactivate", "administrator", { detail: { replaced_by: request.deployment.id } });
		expect(await told()).toEqual({});
	});

	test("tells nobody of old events", async () => {
		await deploymentEvent("reject", "administrator");
		service.advance(8 * 86_400_000);
		expect(await told()).toEqual({});
	});
});
