import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Principal } from "@/lib/domain/access/principal";
import { isDomainError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { runs } from "@/lib/tools/testing/runs";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, type World } from "@/lib/tools/testing/world";
import { listDeploymentDetails } from "./lists/list-deployment-details";
import { listDeployments } from "./lists/list-deployments";
import { runDueSchedules } from "./schedules/run-due-schedules";
import { scheduleDeployment } from "./schedules/schedule-deployment";
import { activateDeployment } from "./transitions/activate-deployment";
import { cancelDeployment } from "./transitions/cancel-deployment";
import { deactivateDeployment } from "./transitions/deactivate-deployment";
import { deleteDeployment } from "./transitions/delete-deployment";
import { rejectDeployment } from "./transitions/reject-deployment";
import { requestDeployment } from "./transitions/request-deployment";
import { rollBackDeployment } from "./transitions/roll-back-deployment";
import { tagDeployment } from "./transitions/tag-deployment";

/** Runs, maximum of commands in each, builds of the design and targets of the partner. */
const RUNS = runs(200);
const COMMANDS = 20;
const BUILDS = 2;
const HOUR = 3_600_000;

type Status = "requested" | "activated" | "deactivated" | "cancelled" | "rejected";
type Action = "activate" | "deactivate" | "reject" | "cancel" | "tag" | "delete";
type Actor = "designer" | "colleague" | "outsider" | "customerAdministrator" | "administrator" | "operator";
type Outcome = "done" | "NotFound" | "Forbidden" | "VersionMismatch" | "InvalidState";

const ACTORS: readonly Actor[] = [
	"designer",
	"colleague",
	"outsider",
	"customerAdministrator",
	"administrator",
	"operator",
];

/** The contract's transition table, written a second time on purpose. */
const FROM: Record<Action, readonly Status[]> = {
	activate: ["requested", "deactivated", "rejected"],
	deactivate: ["activated"],
	reject: ["requested"],
	cancel: ["requested"],
	tag: ["requested", "activated", "deactivated", "cancelled", "rejected"],
	delete: ["requested", "activated", "deactivated", "cancelled", "rejected"],
};

interface ModelDeployment {
	readonly id: string;
	readonly build: number;
	readonly target: number;
	readonly requester: Actor;
	status: Status;
	tags: string[];
	/** The actor of the first activation. */
	deployer: Actor | null;
	revision: number;
	/** Further attributes: order of the last activation and deactivation, replacement, schedule. */
	readonly extra: {
		activated: number;
		deactivated: number;
		replaced: boolean;
		schedule: { by: Actor; made: number } | null;
	};
}

/**
 * One design of `designer`, visible to the designer's organization; `administrator` administers
 * both targets, `outsider` sees nothing.
 */
class Model {
	deployments: ModelDeployment[] = [];
	/** Counts events in place of a clock. */
	moment = 0;

	liveOn(build: number, target: number): ModelDeployment | undefined {
		return this.deployments.find((row) => row.build === build && row.target === target && isLive(row));
	}

	/** Applies an action. It checks existence, right, revision and state, in this order. */
	act(row: ModelDeployment, action: Action, actor: Actor, stale: boolean): Outcome {
		const refused = this.refusal(row, actor, stale, action === "cancel");
		if (refused !== null) return refused;
		if (!FROM[action].includes(row.status)) return "InvalidState";
		if (action === "activate") return this.activate(row, actor);
		if (action === "delete") this.deployments = this.deployments.filter((other) => other !== row);
		this.change(row, AFTER[action] ?? row.status);
		return "done";
	}

	refusal(row: ModelDeployment, actor: Actor, stale: boolean, cancels = false): Outcome | null {
		const overTarget = actor === "administrator" || actor === "operator";
		const involved = overTarget || row.requester === actor;
		if (actor === "outsider" || !(isLive(row) || involved)) return "NotFound";
		const entitled = cancels
			? row.requester === actor || actor === "customerAdministrator" || actor === "operator"
			: overTarget;
		if (!entitled) return "Forbidden";
		return stale ? "VersionMismatch" : null;
	}

	activate(row: ModelDeployment, actor: Actor): Outcome {
		if (row.status === "rejected" && this.liveOn(row.build, row.target) !== undefined) return "InvalidState";
		for (const other of this.deployments) {
			if (other.target === row.target && other.status === "activated") this.change(other, "deactivated", true);
		}
		row.deployer ??= actor;
		this.change(row, "activated");
		return "done";
	}

	/** Restores the deployment that was replaced last, else the one that was deactivated last. */
	rollBack(row: ModelDeployment, actor: Actor, stale: boolean): Outcome {
		const refused = this.refusal(row, actor, stale);
		if (refused !== null) return refused;
		if (row.status !== "activated") return "InvalidState";
		const [earlier] = this.deployments
			.filter(({ target, status }) => target === row.target && status === "deactivated")
			.sort(({ extra: a }, { extra: b }) => Number(b.replaced) - Number(a.replaced) || b.deactivated - a.deactivated);
		return earlier === undefined ? "InvalidState" : this.activate(earlier, actor);
	}

	schedule(row: ModelDeployment, actor: Actor, stale: boolean): Outcome {
		const refused = this.refusal(row, actor, stale);
		if (refused !== null) return refused;
		if (!FROM.activate.includes(row.status)) return "InvalidState";
		if (row.status === "rejected" && this.liveOn(row.build, row.target) !== undefined) return "InvalidState";
		row.revision += 1;
		this.moment += 1;
		row.extra.schedule = { by: actor, made: this.moment };
		return "done";
	}

	/** Runs all schedules as if due, in the order of their creation. */
	runSchedules(): void {
		const made = ({ extra }: ModelDeployment) => extra.schedule?.made ?? 0;
		for (const row of this.deployments.filter(made).sort((a, b) => made(a) - made(b))) {
			const { schedule } = row.extra;
			if (schedule === null) continue;
			row.extra.schedule = null;
			const decidedOtherwise = this.deployments.some(
				(other) =>
					other.target === row.target &&
					other.status === "activated" &&
					other.build > row.build &&
					other.extra.activated > schedule.made,
			);
			// The recorded problem is a change of the row.
			if (decidedOtherwise || this.activate(row, schedule.by) !== "done") row.revision += 1;
		}
	}

	change(row: ModelDeployment, status: Status, replaced = false): void {
		if (status !== row.status) {
			this.moment += 1;
			row.extra.schedule = null;
			row.extra.replaced = replaced;
			if (status === "activated") row.extra.activated = this.moment;
			if (status === "deactivated") row.extra.deactivated = this.moment;
		}
		row.status = status;
		row.revision += 1;
	}
}

const AFTER: Partial<Record<Action, Status>> = {
	activate: "activated",
	deactivate: "deactivated",
	reject: "rejected",
	cancel: "cancelled",
};

function isLive({ status }: ModelDeployment): boolean {
	return status === "requested" || status === "activated" || status === "deactivated";
}

describe.each(testDatabaseKinds())("deployments against a model on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	/** The service under test: a design with completed builds. */
	interface Real {
		readonly designId: string;
		readonly buildIds: readonly string[];
	}

	const targetId = (target: number) => (target === 0 ? world.target : world.secondTarget).id;
	const principal = (actor: Actor): Principal => world[actor];

	async function setUp(): Promise<Real> {
		const { userId: ownerId, organizationId: ownerOrgId } = world.designer;
		const { id: designId } = await service.prisma.design.create({
			data: { name: "Coffee shops", type: "proximity", status: "built", owner_id: ownerId, owner_org_id: ownerOrgId },
			select: { id: true },
		});
		const builds = await service.prisma.build.createManyAndReturn({
			data: Array.from({ length: BUILDS }, (_, number) => ({
				design_id: designId,
				type: "proximity" as const,
				name: "Coffee shops",
				status: "done" as const,
				reason: "a test",
				requested_by_id: ownerId,
				requested_by_org_id: ownerOrgId,
				completed_at: new Date(service.now().getTime() + number),
				is_first: number === 0,
				size: 10,
				digest: "0".repeat(64),
				file_key: `builds/${number}`,
			})),
			select: { id: true },
		});
		return { designId, buildIds: builds.map(({ id }) => id) };
	}

	const outcomeOf = (attempt: Promise<unknown>): Promise<string> =>
		attempt.then(
			() => "done",
			(thrown: unknown) => {
				if (isDomainError(thrown)) return thrown.kind;
				throw thrown;
			},
		);

	/** Compares the database's deployments with the model's, in full. */
	async function compare(model: Model, real: Real): Promise<void> {
		const rows = await service.prisma.deployment.findMany({ where: { design_id: real.designId } });
		const stored = rows.map((row) => ({
			id: row.id,
			build: real.buildIds.indexOf(row.build_id),
			target: row.target_id === targetId(0) ? 0 : 1,
			requester: ACTORS.find((actor) => principal(actor).userId === row.requester_id),
			status: row.status,
			tags: row.tags,
			deployer: ACTORS.find((actor) => principal(actor).userId === row.deployer_id) ?? null,
			revision: row.revision,
		}));
		const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
		expect(stored.sort(byId)).toEqual(model.deployments.map(({ extra: _, ...row }) => row).sort(byId));
		const toCome = await service.prisma.deploymentSchedule.findMany({
			where: { ran_at: null, deployment: { design_id: real.designId } },
			select: { deployment_id: true },
		});
		expect(toCome.map(({ deployment_id: deploymentId }) => deploymentId).sort()).toEqual(
			model.deployments
				.filter(({ extra }) => extra.schedule !== null)
				.map(({ id }) => id)
				.sort(),
		);
		for (const row of rows) expect(row.approved_at === null).toBe(row.deployer_id === null);
	}

	class Request implements fc.AsyncCommand<Model, Real> {
		readonly build: number;
		readonly target: number;
		readonly actor: Actor;
		constructor(build: number, target: number, actor: Actor) {
			this.build = build;
			this.target = target;
			this.actor = actor;
		}
		check = () => true;
		async run(model: Model, real: Real): Promise<void> {
			const { build, target, actor } = this;
			const seesDesign = actor !== "outsider";
			// The partner's people see the design only through a target with a deployment of it.
			const throughTarget = actor === "administrator";
			const deployedHere = model.deployments.some((row) => row.build === build);
			let outcome: Outcome = "done";
			if (!seesDesign || (throughTarget && !deployedHere)) outcome = "NotFound";
			else if (throughTarget) outcome = "Forbidden";
			// The targets do not accept requests from the operator's own organization.
			else if (actor === "operator") outcome = "NotFound";
			else if (model.liveOn(build, target) !== undefined) outcome = "InvalidState";
			let id = "";
			const attempt = requestDeployment(service, principal(actor), real.buildIds[build] ?? "", {
				targetId: targetId(target),
			}).then((row) => {
				id = row.id;
			});
			expect(await outcomeOf(attempt)).toBe(outcome);
			if (outcome === "done") {
				const status = "requested" as const;
				const extra = { activated: 0, deactivated: 0, replaced: false, schedule: null };
				const row = { id, build, target, requester: actor, status, tags: [], deployer: null, revision: 1, extra };
				model.deployments.push(row);
			}
			await compare(model, real);
		}
		toString = () => `request(build ${this.build}, target ${this.target}, by ${this.actor})`;
	}

	const perform: Record<
		Action,
		(caller: Principal, id: string, expectation: { revision: number }, tags: string[]) => Promise<unknown>
	> = {
		activate: (caller, id, expectation) => activateDeployment(service, caller, id, expectation),
		deactivate: (caller, id, expectation) => deactivateDeployment(service, caller, id, expectation),
		reject: (caller, id, expectation) => rejectDeployment(service, caller, id, {}, expectation),
		cancel: (caller, id, expectation) => cancelDeployment(service, caller, id, {}, expectation),
		tag: (caller, id, expectation, tags) => tagDeployment(service, caller, id, { tags }, expectation),
		delete: (caller, id, expectation) => deleteDeployment(service, caller, id, expectation),
	};

	class Act implements fc.AsyncCommand<Model, Real> {
		readonly action: Action;
		readonly index: number;
		readonly actor: Actor;
		readonly stale: boolean;
		constructor(action: Action, index: number, actor: Actor, stale: boolean) {
			this.action = action;
			this.index = index;
			this.actor = actor;
			this.stale = stale;
		}
		check = (model: Readonly<Model>) => model.deployments.length > 0;
		async run(model: Model, real: Real): Promise<void> {
			const row = model.deployments[this.index % model.deployments.length] as ModelDeployment;
			const expectation = { revision: this.stale ? row.revision + 1 : row.revision };
			const tags = [this.actor, String(this.index)];
			const outcome = model.act(row, this.action, this.actor, this.stale);
			if (outcome === "done" && this.action === "tag") row.tags = tags;
			const attempt = perform[this.action](principal(this.actor), row.id, expectation, tags);
			expect(await outcomeOf(attempt)).toBe(outcome);
			await compare(model, real);
		}
		toString = () => `${this.action}(${this.index}, by ${this.actor}${this.stale ? ", stale" : ""})`;
	}

	/** An action of the product API on one deployment. */
	class Step implements fc.AsyncCommand<Model, Real> {
		readonly step: "rollBack" | "schedule";
		readonly index: number;
		readonly actor: Actor;
		readonly stale: boolean;
		constructor(step: "rollBack" | "schedule", index: number, actor: Actor, stale: boolean) {
			this.step = step;
			this.index = index;
			this.actor = actor;
			this.stale = stale;
		}
		check = (model: Readonly<Model>) => model.deployments.length > 0;
		async run(model: Model, real: Real): Promise<void> {
			const row = model.deployments[this.index % model.deployments.length] as ModelDeployment;
			const { id } = row;
			const expectation = { revision: this.stale ? row.revision + 1 : row.revision };
			const caller = principal(this.actor);
			const outcome = model[this.step](row, this.actor, this.stale);
			const at = { activate_at: new Date(service.now().getTime() + HOUR).toISOString() };
			const attempt =
				this.step === "rollBack"
					? rollBackDeployment(service, caller, id, expectation)
					: scheduleDeployment(service, caller, id, at, expectation);
			expect(await outcomeOf(attempt)).toBe(outcome);
			await compare(model, real);
		}
		toString = () => `${this.step}(${this.index}, by ${this.actor}${this.stale ? ", stale" : ""})`;
	}

	class RunSchedules implements fc.AsyncCommand<Model, Real> {
		check = (model: Readonly<Model>) => model.deployments.some(({ extra }) => extra.schedule !== null);
		async run(model: Model, real: Real): Promise<void> {
			model.runSchedules();
			service.advance(1.5 * HOUR);
			await runDueSchedules(service);
			await compare(model, real);
		}
		toString = () => "runSchedules()";
	}

	const entitled = fc.constantFrom<Actor[]>("designer", "administrator", "operator");
	const anyone = fc.constantFrom(...ACTORS);
	const actor = fc.oneof(entitled, anyone);
	const stale = fc.integer({ min: 0, max: 9 }).map((number) => number === 0);
	const actions = (names: readonly Action[]) =>
		fc
			.tuple(fc.constantFrom(...names), fc.nat(4), actor, stale)
			.map(([action, index, by, isStale]) => new Act(action, index, by, isStale));
	const requests = fc
		.tuple(fc.nat(BUILDS - 1), fc.nat(1), fc.oneof(fc.constantFrom<Actor[]>("designer", "colleague"), anyone))
		.map(([build, target, by]) => new Request(build, target, by));

	const steps = fc
		.tuple(fc.constantFrom("rollBack" as const, "schedule" as const), fc.nat(4), actor, stale)
		.map(([step, index, by, isStale]) => new Step(step, index, by, isStale));
	const schedules = fc.constant(new RunSchedules());

	/** Brings a rollback within reach, as random commands hardly ever do. */
	async function replaceOnce(model: Model, real: Real): Promise<void> {
		for (const build of [0, 1]) await new Request(build, 0, "designer").run(model, real);
		for (const index of [0, 1]) await new Act("activate", index, "administrator", false).run(model, real);
	}

	test(`${RUNS} runs of up to ${COMMANDS} commands`, async () => {
		const some = [actions(["activate"]), actions(["reject", "cancel"]), actions(Object.keys(FROM) as Action[])];
		const commands = fc.commands([requests, requests, ...some, steps, schedules], {
			maxCommands: COMMANDS,
			size: "max",
		});
		await fc.assert(
			fc.asyncProperty(commands, fc.boolean(), async (course, replaced) => {
				const model = new Model();
				const real = await setUp();
				if (replaced) await replaceOnce(model, real);
				await fc.asyncModelRun(() => ({ model, real }), course);
				const paging = { limit: 500, offset: 0, order: "desc", sort: "updated_at" } as const;
				const details = await listDeploymentDetails(service, world.operator, { ...paging, design_id: real.designId });
				expect(details.total).toBe(model.deployments.length);
				const listed = await listDeployments(service, world.operator, paging);
				const own = listed.rows.filter((row) => row.design_id === real.designId).map(({ id }) => id);
				expect(own.sort()).toEqual(
					model.deployments
						.filter(isLive)
						.map(({ id }) => id)
						.sort(),
				);
				await service.prisma.deployment.deleteMany({ where: { design_id: real.designId } });
			}),
			{ numRuns: RUNS, seed: 20_261_121 },
		);
	});
});
