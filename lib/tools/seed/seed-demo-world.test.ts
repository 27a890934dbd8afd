import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEPLOYMENT_STATUSES } from "@/lib/contract/deployment";
import { DESIGN_STATUSES } from "@/lib/contract/design";
import type { Principal } from "@/lib/domain/access/principal";
import { authenticateAgent } from "@/lib/domain/accounts/credentials/authenticate-agent";
import { authenticateApiKey } from "@/lib/domain/accounts/credentials/authenticate-api-key";
import { principalOfUser } from "@/lib/domain/accounts/principal-of-user";
import { verifySignIn } from "@/lib/domain/accounts/sign-in/verify-sign-in";
import { claimBuild } from "@/lib/domain/builds/claim-build";
import { endLeases } from "@/lib/domain/builds/lease";
import { applyState } from "@/lib/domain/declared-state/apply-state";
import { exportState } from "@/lib/domain/declared-state/export-state";
import { inboxSink } from "@/lib/domain/inbox/inbox-sink";
import { handOver } from "@/lib/domain/outbox/hand-over";
import type { KeyScope } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { BUILD_RULES } from "@/lib/tools/seed/consistency/build-rules";
import { FIGURE_RULES } from "@/lib/tools/seed/consistency/figure-rules";
import { findEmptyViews, findListContradictions } from "@/lib/tools/seed/consistency/find-list-contradictions";
import { findMatchContradictions } from "@/lib/tools/seed/consistency/find-match-contradictions";
import { HISTORY_RULES } from "@/lib/tools/seed/consistency/history-rules";
import { MATCH_RULES } from "@/lib/tools/seed/consistency/match-rules";
import { DEMO_DESIGNS } from "@/lib/tools/seed/history/play-history";
import { openStage } from "@/lib/tools/seed/history/stage";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { PERSONA_NAMES, PERSONAS, type PersonaName } from "./cast";
import { type DemoPersona, demoWorld } from "./demo-world";
import { type SeedResult, seedDemoWorld } from "./seed-demo-world";
import { summarize } from "./summarize";
import { openTestService } from "./testing";

const RULES = { ...HISTORY_RULES, ...BUILD_RULES, ...FIGURE_RULES, ...MATCH_RULES };
/** Enough for every audience to be nonempty. */
const DEVICES = 4_000;
/** Items that a person finds at the first sign-in, at most. */
const MOST_ITEMS = 30;
const ORIGIN = { address: "127.0.0.1", requestId: null };

describe.each(testDatabaseKinds())("the demo world on the %s database", (kind) => {
	let service: Service;
	let drop: () => Promise<void>;
	let first: SeedResult;
	const began = Date.now();

	beforeAll(async () => {
		({ service, drop } = await openTestService(kind));
		await service.prisma.organization.create({
			data: {
				slug: "somebody-else",
				name: "Somebody else",
				users: { create: { email: "me@else.example", email_key: "me@else.example", role: "operator" } },
			},
		});
		first = await seedDemoWorld(service, { devices: DEVICES });
	});
	afterAll(() => drop());

	test("has the documented shape", () => {
		expect(demoWorld.parse(first.world)).toEqual(first.world);
		const { designer, colleague, outsider, administrator, other_administrator: other, targets, agents } = first.world;
		expect(colleague.org_id).toBe(designer.org_id);
		expect(outsider.org_id).not.toBe(designer.org_id);
		expect(targets.map((target) => target.org_slug)).toEqual([
			administrator.org_slug,
			administrator.org_slug,
			other.org_slug,
		]);
		expect(targets.map((target) => target.type)).toEqual(["on-premises", "on-premises", "on-premises"]);
		expect(agents.map((agent) => agent.target_id)).toEqual(targets.map((target) => target.id));
		expect(new Set(credentialsOf(first)).size).toBe(6 * 3 + 3);
	});

	test("does not flood inboxes: most of its events are old", async () => {
		await handOver(service, [inboxSink]);
		const items = await service.prisma.inboxItem.groupBy({ by: ["user_id"], _count: true });
		expect(items.map(({ _count }) => _count).filter((count) => count > MOST_ITEMS)).toEqual([]);
	});

	test.each(Object.entries(RULES))("has no %s", async (_, contradictions) => {
		const found = await service.prisma.$queryRawUnsafe<Record<string, string>[]>(contradictions);
		expect(found.flatMap((row) => Object.values(row))).toEqual([]);
	});

	test.each([
		["figures of the overview that differ from their lists, or from the end of their lines", findListContradictions],
		["deployments whose row, charts of matches and history differ", findMatchContradictions],
		["saved views that show nothing", findEmptyViews],
	])("has no %s", async (_, find) => {
		expect(await find(await openStage(service))).toEqual([]);
	});

	test("prints working credentials", async () => {
		for (const name of PERSONA_NAMES) await expectToWork(service, name, first.world[name]);
		for (const { key, target_id } of first.world.agents) {
			expect(await authenticateAgent(service, key, ORIGIN)).toMatchObject({ targetId: target_id });
		}
		const printed = summarize(first);
		for (const credential of credentialsOf(first)) expect(printed).toContain(credential);
	});

	test("has server keys issued by administrators or operators", async () => {
		const keys = await service.prisma.apiKey.findMany({
			where: { scopes: { has: "tokens" } },
			include: { issuedBy: true, user: true },
		});
		expect(keys).toHaveLength(6);
		for (const key of keys) {
			expect(["administrator", "operator"]).toContain(key.issuedBy.role);
			expect(key.user.organization_id).toBe(key.issuedBy.organization_id);
		}
	});

	test("opens every target to both customers, with prices for both types", async () => {
		const { designer, outsider, targets } = first.world;
		for (const { id } of targets) {
			const accepted = await service.prisma.targetAcceptedOrganization.findMany({ where: { target_id: id } });
			expect(accepted.map((entry) => entry.organization_id).sort()).toEqual([designer.org_id, outsider.org_id].sort());
		}
		const customers = await service.prisma.organization.findMany({
			where: { id: { in: [designer.org_id, outsider.org_id] } },
		});
		for (const customer of customers) {
			expect(customer.price_proximity_cpm).not.toBeNull();
			expect(customer.price_audience_cpm).not.toBeNull();
		}
	});

	test("has designs of both types and deployments in every status, on every target", async () => {
		const designs = await service.prisma.design.findMany();
		expect(designs).toHaveLength(DEMO_DESIGNS.length);
		for (const type of ["proximity", "audience"]) {
			const statuses = designs.filter((design) => design.type === type).map((design) => design.status);
			expect([...new Set(statuses)].sort()).toEqual([...DESIGN_STATUSES].sort());
		}
		for (const design of designs.filter(({ status }) => status === "rejected" || status === "failed")) {
			expect(design.status_reason).toMatch(/\S/);
		}
		const deployments = await service.prisma.deployment.findMany();
		expect([...new Set(deployments.map(({ status }) => status))].sort()).toEqual([...DEPLOYMENT_STATUSES].sort());
		for (const { id } of first.world.targets) {
			const statuses = deployments.filter(({ target_id: targetId }) => targetId === id).map(({ status }) => status);
			expect(statuses).toContain("requested");
			expect(statuses).toContain("activated");
		}
		expect(deployments.some(({ tags }) => tags.length > 1)).toBe(true);
		const reasons = deployments.map(({ status, status_reason: statusReason }) => `${status}: ${statusReason}`);
		expect(reasons).toContainEqual(expect.stringMatching(/^rejected: .*narrow/));
		expect(reasons).toContain("cancelled: expired");
	});

	test("is in the past and in chronological order", async () => {
		const now = Date.now();
		const designs = await service.prisma.design.findMany({ include: { builds: true, deployments: true } });
		for (const { created_at: createdAt, updated_at: updatedAt, builds, deployments } of designs) {
			expect(createdAt.getTime()).toBeLessThanOrEqual(updatedAt.getTime());
			expect(updatedAt.getTime()).toBeLessThan(now);
			for (const { requested_at: requestedAt, started_at: startedAt, completed_at: completedAt } of builds) {
				const times = [createdAt, requestedAt, startedAt, completedAt].flatMap((time) => time?.getTime() ?? []);
				expect(times).toEqual([...times].sort((a, b) => a - b));
			}
			for (const { build_date: buildDate, requested_at: requestedAt } of deployments) {
				expect(buildDate.getTime()).toBeLessThan(requestedAt.getTime());
			}
		}
		const events = await service.prisma.auditEvent.findMany({
			where: { design_id: { not: null } },
			orderBy: { id: "asc" },
		});
		const times = events.map(({ at }) => at.getTime());
		expect(times).toEqual([...times].sort((a, b) => a - b));
		expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(89 * 24 * 3600 * 1000);
	});

	test("has targeting files that match real places and devices", () => {
		const sample = (design: string) => first.samples.find((candidate) => candidate.design === design);
		expect(sample("Museum mile")).toMatchObject({ codes: ["MUSEUM-LON"], about: { landmark: "British Museum" } });
		expect(sample("City parks")?.codes).toEqual(["PARK"]);
		const built = DEMO_DESIGNS.filter(({ history = [] }) => history.some(({ act }) => act === "request_deployment"));
		expect(first.samples.map(({ design }) => design).sort()).toEqual(built.map(({ name }) => name).sort());
	});

	test("has a growing inventory source, future schedules, and saved views", async () => {
		const imports = await service.prisma.inventoryImport.findMany({ orderBy: { processed_at: "asc" } });
		expect(imports.map(({ device_count: deviceCount }) => Number(deviceCount))).toEqual([
			DEVICES * 0.2,
			DEVICES * 0.5,
			DEVICES,
		]);
		const schedules = await service.prisma.deploymentSchedule.findMany({ where: { ran_at: null } });
		expect(new Set(schedules.map(({ action }) => action))).toEqual(new Set(["activate", "deactivate"]));
		for (const { at } of schedules) expect(at.getTime()).toBeGreaterThan(began);
		const views = await service.prisma.savedView.findMany();
		expect(new Set(views.map(({ page }) => page))).toEqual(new Set(["/designs", "/builds", "/deployments", "/audit"]));
		expect(new Set(views.map(({ shared }) => shared))).toEqual(new Set([true, false]));
	});

	test("shows what pages can: an open question, proposed times, a scheduled request, and matches", async () => {
		const requests = await service.prisma.deployment.findMany({ where: { status: "requested" } });
		expect(requests.filter(({ open_question_id: openQuestionId }) => openQuestionId !== null)).toHaveLength(1);
		expect(requests.filter(({ proposed_activate_at: proposedActivateAt }) => proposedActivateAt !== null)).toHaveLength(
			1,
		);
		const { administrator } = first.world;
		const scheduled = {
			deployment: { status: "requested" as const, target: { organization_id: administrator.org_id } },
		};
		expect(await service.prisma.deploymentSchedule.count({ where: { action: "activate", ...scheduled } })).toBe(1);
		const unmatched = await service.prisma.deployment.findMany({
			where: { status: "activated", target: { agents: { some: {} } }, matchDays: { none: {} } },
			select: { design: { select: { name: true } } },
		});
		expect(unmatched.map(({ design }) => design.name)).toEqual(["Airport arrivals"]);
	});

	test("leaves no build for the worker", async () => {
		await endLeases(service);
		expect(await claimBuild(service, "a worker")).toBeNull();
	});

	test("has a state that changes nothing, and makes the same set-up of an empty service", async () => {
		const operator = await service.prisma.user.findFirstOrThrow({ where: { email: PERSONAS.operator.email } });
		const state = await exportState(service, await principalOf(service, operator.id));
		const apply = { state, dry_run: false, prune: true };
		const again = await applyState(service, await principalOf(service, operator.id), apply);
		expect([again.changes, again.issued, again.unlisted]).toEqual([[], [], []]);
		expect([state.people?.length, state.targets?.length]).toEqual([8, 3]);
		const { service: empty, drop: dropEmpty } = await openTestService(kind);
		try {
			const { email, organization } = PERSONAS.operator;
			const { id } = await empty.prisma.user.create({
				data: {
					...{ email, email_key: email, role: "operator", password_hash: "none" },
					organization: { create: { slug: organization, name: "Operators" } },
				},
			});
			const { issued } = await applyState(empty, await principalOf(empty, id), { ...apply, prune: false });
			expect(issued.filter(({ what }) => what === "link")).toHaveLength(7);
			expect(await exportState(empty, await principalOf(empty, id))).toEqual(state);
		} finally {
			await dropEmpty();
		}
	});

	test("renews credentials on the next run, and changes nothing else", async () => {
		const { designer } = first.world;
		const content = async () => ({
			designs: await service.prisma.design.findMany({ orderBy: { id: "asc" } }),
			builds: await service.prisma.build.findMany({ orderBy: { id: "asc" } }),
			deployments: await service.prisma.deployment.findMany({ orderBy: { id: "asc" } }),
			organizations: await service.prisma.organization.findMany({ orderBy: { id: "asc" } }),
			imports: await service.prisma.inventoryImport.findMany({ orderBy: { id: "asc" } }),
			keys: await service.prisma.apiKey.count(),
			agentKeys: await service.prisma.agentKey.count(),
			users: await service.prisma.user.count(),
		});
		await service.prisma.design.updateMany({ where: { name: "Food markets" }, data: { name: "Renamed by hand" } });
		await service.prisma.user.update({ where: { id: designer.user_id }, data: { disabled_at: new Date() } });
		const before = await content();
		const second = await seedDemoWorld(service, { devices: DEVICES });
		expect(await content()).toEqual(before);
		expect(second.world.targets).toEqual(first.world.targets);
		for (const name of PERSONA_NAMES) {
			expect(second.world[name].user_id).toBe(first.world[name].user_id);
			await expectToWork(service, name, second.world[name]);
		}
		for (const credential of credentialsOf(first)) expect(credentialsOf(second)).not.toContain(credential);
		await expect(authenticateApiKey(service, designer.key, ["manage"], ORIGIN)).rejects.toThrow("invalid API key");
		expect(await verifySignIn(service, designer)).toBeNull();
	});
});

test.each(testDatabaseKinds())("rejects a %s database in which a name of the demo world is taken", async (kind) => {
	const { service, drop } = await openTestService(kind);
	try {
		await service.prisma.organization.create({ data: { slug: "metro-exchange", name: "The real one" } });
		await expect(seedDemoWorld(service)).rejects.toThrow("'metro-exchange' is in use there");
		expect(await service.prisma.user.count()).toBe(0);
		expect(await service.prisma.serviceFact.count()).toBe(0);
	} finally {
		await drop();
	}
});

async function principalOf(service: Service, id: string): Promise<Principal> {
	const user = await service.prisma.user.findUniqueOrThrow({ where: { id }, include: { organization: true } });
	return principalOfUser(user, { kind: "session", id: null }, ["manage", "administer"], ORIGIN);
}

function credentialsOf({ world }: SeedResult): string[] {
	const own = PERSONA_NAMES.flatMap((name) => [world[name].password, world[name].key, world[name].server_key]);
	return [...own, ...world.agents.map(({ key }) => key)];
}

async function expectToWork(service: Service, name: PersonaName, persona: DemoPersona): Promise<void> {
	expect(await verifySignIn(service, persona)).toMatchObject({ id: persona.user_id });
	const role = name === "outsider" || name === "colleague" ? "designer" : name.replace("other_", "");
	expect(await authenticateApiKey(service, persona.key, ["manage"], ORIGIN)).toMatchObject({
		userId: persona.user_id,
		organizationId: persona.org_id,
		organizationSlug: persona.org_slug,
		role,
		mayManage: true,
	});
	const tokens: KeyScope[] = ["tokens"];
	// One key for both APIs.
	for (const scopes of [tokens, ["manage"] as KeyScope[]]) {
		expect(await authenticateApiKey(service, persona.server_key, scopes, ORIGIN)).toMatchObject({
			organizationId: persona.org_id,
			role: "designer",
			mayManage: true,
		});
	}
	await expect(authenticateApiKey(service, persona.key, tokens, ORIGIN)).rejects.toThrow("invalid API key");
}
