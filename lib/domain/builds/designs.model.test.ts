import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimEdit, findEditableDesign } from "@/lib/domain/designs/claim-edit";
import { getDesign } from "@/lib/domain/designs/get-design";
import { isDomainError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { isFullSize, runs } from "@/lib/tools/testing/runs";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, type World } from "@/lib/tools/testing/world";
import { claimBuild } from "./claim-build";
import { completeBuild } from "./complete-build";
import { type BuildLease, endLeases, LeaseLostError, renewLease } from "./lease";
import { requestBuild } from "./request-build";
import { failBuild, postponeBuild, rejectBuild, releaseBuild } from "./settle-build";

const RUNS = runs(150);
const COMMANDS = 20;
const LEASE_SECONDS = 30;
const ATTEMPTS = 3;
const BACKOFF_SECONDS = 5;
const LONGEST_WAIT_SECONDS = 60;

type Actor = "designer" | "colleague" | "outsider" | "customerAdministrator" | "administrator" | "operator";
const ACTORS: readonly Actor[] = [
	"designer",
	"colleague",
	"outsider",
	"customerAdministrator",
	"administrator",
	"operator",
];
type DesignState = "in_design" | "requested" | "rejected" | "building" | "failed" | "built";
/** The contract's table of design statuses, written a second time on purpose. */
const EDITABLE: readonly DesignState[] = ["in_design", "rejected", "built"];

interface OpenBuild {
	state: "waiting" | "held";
	attempts: number;
	fencingToken: number;
	leaseEnd: number;
	notBefore: number;
}

/**
 * One design of `designer`: its expected status and open build. Time in seconds, advanced by
 * commands only.
 */
class Model {
	#state: DesignState = "in_design";
	/** Every state that it has been in. */
	readonly reached = new Set<DesignState>([this.#state]);
	build: OpenBuild | null = null;
	/** Numbers of builds by outcome. */
	done = 0;
	rejected = 0;
	failed = 0;
	time = 0;
	readonly external: boolean;
	/** Every claim so far, with the build it was for. */
	readonly claims: { readonly claim: BuildLease; readonly build: OpenBuild }[] = [];

	constructor(external: boolean) {
		this.external = external;
	}

	get state(): DesignState {
		return this.#state;
	}

	set state(state: DesignState) {
		this.#state = state;
		this.reached.add(state);
	}

	/** The expected answer to an edit or a build request; it checks existence, right and state. */
	refuses(actor: Actor): "NotFound" | "Forbidden" | "InvalidState" | null {
		if (actor === "outsider" || actor === "administrator") return "NotFound";
		if (actor === "colleague") return "Forbidden";
		return this.external || !EDITABLE.includes(this.state) ? "InvalidState" : null;
	}

	/** Whether a claim is still valid: not claimed by another worker and not settled. */
	holds(entry: { readonly claim: BuildLease; readonly build: OpenBuild }): boolean {
		return (
			this.build === entry.build &&
			entry.build.state === "held" &&
			entry.build.fencingToken === entry.claim.fencing_token
		);
	}

	/** The expected claim of a worker: the next attempt, or null. */
	claim(): { attempt: number; fencingToken: number } | null {
		const { build } = this;
		if (build === null) return null;
		const free = build.state === "waiting" ? build.notBefore <= this.time : build.leaseEnd <= this.time;
		if (!free) return null;
		if (build.attempts >= ATTEMPTS) {
			this.settle("failed");
			return null;
		}
		build.state = "held";
		build.attempts += 1;
		build.fencingToken += 1;
		build.leaseEnd = this.time + LEASE_SECONDS;
		this.state = "building";
		return { attempt: build.attempts, fencingToken: build.fencingToken };
	}

	settle(end: "done" | "rejected" | "failed"): void {
		this[end] += 1;
		this.state = end === "done" ? "built" : end;
		this.build = null;
	}
}

const SETTLEMENTS = ["complete", "reject", "fail", "postpone", "release", "progress"] as const;
type Settlement = (typeof SETTLEMENTS)[number];

describe.each(testDatabaseKinds())("designs and their builds against a model on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind, { BUILD_LEASE_SECONDS: String(LEASE_SECONDS) });
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	interface Real {
		readonly designId: string;
	}
	type Command = fc.AsyncCommand<Model, Real>;

	const outcomeOf = (attempt: Promise<unknown>): Promise<string | null> =>
		attempt.then(
			() => null,
			(thrown: unknown) => {
				if (isDomainError(thrown)) return thrown.kind;
				if (thrown instanceof LeaseLostError) return "LeaseLost";
				throw thrown;
			},
		);

	async function compare(model: Model, { designId }: Real): Promise<void> {
		const builds = await service.prisma.build.findMany({ where: { design_id: designId } });
		const count = (status: string) => builds.filter((build) => build.status === status).length;
		const row = await getDesign(service, world.designer, designId);
		const newest = builds
			.filter(({ status }) => status === "done")
			.sort((a, b) => (b.completed_at?.getTime() ?? 0) - (a.completed_at?.getTime() ?? 0))[0];
		expect({
			state: row.status,
			waiting: count("requested"),
			held: count("building"),
			done: count("done"),
			rejected: count("rejected"),
			failed: count("failed"),
			newest: row.most_recent_build,
			firsts: builds.filter(({ is_first: isFirst }) => isFirst).length,
		}).toEqual({
			state: model.state,
			waiting: model.build?.state === "waiting" ? 1 : 0,
			held: model.build?.state === "held" ? 1 : 0,
			done: model.done,
			rejected: model.rejected,
			failed: model.failed,
			newest: newest?.id ?? null,
			firsts: Math.min(1, model.done),
		});
	}

	function command(name: string, run: Command["run"], check: Command["check"] = () => true): Command {
		return {
			check,
			run: async (model, real) => {
				await run(model, real);
				await compare(model, real);
			},
			toString: () => name,
		};
	}

	const request = (actor: Actor) =>
		command(`request(${actor})`, async (model, { designId }) => {
			const refusal = model.refuses(actor);
			expect(await outcomeOf(requestBuild(service, world[actor], designId, { reason: "a test" }))).toBe(refusal);
			if (refusal !== null) return;
			model.state = "requested";
			model.build = { state: "waiting", attempts: 0, fencingToken: 0, leaseEnd: 0, notBefore: 0 };
		});

	const edit = (actor: Actor) =>
		command(`edit(${actor})`, async (model, { designId }) => {
			const attempt = service.prisma.$transaction(async (tx) => {
				await findEditableDesign(tx, world[actor], designId);
				await claimEdit(service, tx, world.designer, designId, { contents: true });
			});
			expect(await outcomeOf(attempt)).toBe(model.refuses(actor));
		});

	const claimAs = async (model: Model) => {
		const expected = model.claim();
		const given = await claimBuild(service, "worker");
		expect(given === null ? null : { attempt: given.attempt, fencingToken: given.fencing_token }).toEqual(expected);
		if (given !== null && model.build !== null) model.claims.push({ claim: given, build: model.build });
	};
	const claim = command("claim", claimAs);

	const acts: Record<Settlement, (held: BuildLease) => Promise<void>> = {
		complete: (held) =>
			completeBuild(service, held, {
				file_key: `builds/${held.id}`,
				size: 10,
				sha256: "0".repeat(64),
				format_version: "1.0",
				sources: [],
				audience_index_version: null,
				sets: [],
			}),
		reject: (held) => rejectBuild(service, held, "an empty set"),
		fail: (held) => failBuild(service, held, "a crash"),
		postpone: (held) => postponeBuild(service, held, "a full disk"),
		release: (held) => releaseBuild(service, held),
		progress: (held) => renewLease(service, held, { phase: "writing", percent: 50 }),
	};

	function settled(model: Model, build: OpenBuild, how: Settlement, attempt: number): void {
		if (how === "complete") model.settle("done");
		else if (how === "reject") model.settle("rejected");
		else if (how === "fail" && attempt >= ATTEMPTS) model.settle("failed");
		else if (how === "progress") build.leaseEnd = model.time + LEASE_SECONDS;
		else {
			build.state = "waiting";
			if (how === "fail") build.notBefore = model.time + BACKOFF_SECONDS * 2 ** (attempt - 1);
			else build.attempts -= 1;
			if (how === "postpone") {
				build.notBefore = model.time + Math.min(BACKOFF_SECONDS * 2 ** (build.fencingToken - 1), LONGEST_WAIT_SECONDS);
			}
		}
	}

	/**
	 * @param back the index of the claim, counted from the last; older ones have mostly lost their
	 *   lease
	 */
	const settle = (how: Settlement, back: number) =>
		command(
			`${how}(${back})`,
			async (model) => {
				const entry = model.claims[Math.max(0, model.claims.length - 1 - back)];
				if (entry === undefined) throw new Error("the command requires a claim");
				const holds = model.holds(entry);
				expect(await outcomeOf(acts[how](entry.claim))).toBe(holds ? null : "LeaseLost");
				if (holds) settled(model, entry.build, how, entry.claim.attempt);
			},
			(model) => model.claims.length > 0,
		);

	// These steps never add up to a lease or a pause, because every reading of the test's clock
	// advances it a little.
	const advance = (seconds: number) =>
		command(`advance(${seconds} s)`, async (model) => {
			service.advance(seconds * 1000);
			model.time += seconds;
		});

	const claimAndDie = command("claim, and silence until the lease has run out", async (model) => {
		await claimAs(model);
		service.advance((LEASE_SECONDS + 1) * 1000);
		model.time += LEASE_SECONDS + 1;
	});

	const restart = command("restart of the only process", async (model) => {
		await endLeases(service);
		if (model.build?.state === "held") model.build.leaseEnd = model.time;
	});

	const actor = fc.oneof(fc.constant<Actor>("designer"), fc.constantFrom(...ACTORS));
	const commands = fc.commands(
		[
			actor.map(request),
			actor.map(edit),
			fc.constant(claim),
			fc.constant(claim),
			fc.constant(claimAndDie),
			fc.constant(claimAndDie),
			fc.tuple(fc.constantFrom(...SETTLEMENTS), fc.constantFrom(0, 0, 0, 1)).map(([how, back]) => settle(how, back)),
			fc.constant(settle("fail", 0)),
			fc.constantFrom(7, 31).map(advance),
			fc.constant(restart),
		],
		{ maxCommands: COMMANDS, size: "max" },
	);
	const external = fc.integer({ min: 0, max: 14 }).map((number) => number === 0);

	test(`${RUNS} runs of up to ${COMMANDS} commands`, async () => {
		const reached = new Set<DesignState>();
		await fc.assert(
			fc.asyncProperty(commands, external, async (course, externalBuild) => {
				const { userId: ownerId, organizationId: ownerOrgId } = world.designer;
				const { id: designId } = await service.prisma.design.create({
					data: {
						name: "Coffee shops",
						type: "proximity",
						owner_id: ownerId,
						owner_org_id: ownerOrgId,
						external_build: externalBuild,
					},
					select: { id: true },
				});
				const model = new Model(externalBuild);
				try {
					await fc.asyncModelRun(() => ({ model, real: { designId } }), course);
				} finally {
					// The next run's worker must find only its own build.
					await service.prisma.design.deleteMany({ where: { id: designId } });
				}
				for (const state of model.reached) reached.add(state);
			}),
			{ numRuns: RUNS, seed: 20_261_121 },
		);
		const most: DesignState[] = ["building", "built", "failed", "in_design", "rejected", "requested"];
		const some: DesignState[] = ["building", "in_design", "requested"];
		expect([...reached]).toEqual(expect.arrayContaining(isFullSize ? most : some));
	});
});
