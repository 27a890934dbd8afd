import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Role } from "@/lib/generated/prisma/enums";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { deploymentAttributes, designAttributes } from "@/lib/tools/testing/generated/attributes";
import { bothWays, type Rule } from "@/lib/tools/testing/generated/rows-by-filter";
import { storeWorld } from "@/lib/tools/testing/generated/store-world";
import { deploymentVisibility } from "@/lib/tools/testing/generated/visibility";
import { mergedWorld } from "@/lib/tools/testing/generated/world";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import {
	deliverableEvents,
	designVisibility,
	principalOfWebhook,
	visibleAuditParts,
	visibleInDesignHistory,
	visibleWithDeployment,
} from "./access";
import type { Principal } from "./principal";

const world = mergedWorld(20_261_128);
const { organizations, users } = world;
const at = <Row>(rows: readonly Row[], number: number) => rows[number % rows.length] as Row;

interface Event {
	readonly id: string;
	readonly actor_id: string | null;
	readonly action: string;
	readonly object_type: string;
	readonly object_id: string;
	readonly organization_id: string | null;
	readonly design_id: string | null;
	readonly target_id: string | null;
}

/** Events of every kind of object, by actors of every kind; the last deployments are deleted. */
const events: readonly Event[] = [
	...world.designs.map(({ id }) => ({ object_type: "design", object_id: id, design_id: id, target_id: null })),
	...world.targets.map(({ id }) => ({ object_type: "target", object_id: id, design_id: null, target_id: id })),
	...world.deployments.map(({ id, design, target }) => ({
		object_type: "deployment",
		object_id: id,
		design_id: design.id,
		target_id: target.id,
	})),
	...world.deployments.slice(0, 30).map(({ design, target }) => ({
		object_type: "deployment",
		object_id: crypto.randomUUID(),
		design_id: design.id,
		target_id: target.id,
	})),
	...world.designs.map(({ id }) => ({ object_type: "user", object_id: id, design_id: null, target_id: null })),
].map((event, number) => ({
	...event,
	id: String(number + 1_000_000),
	actor_id: number % 4 === 0 ? null : at(users, number).id,
	action: number % 3 === 0 ? "delete" : "update",
	organization_id: number % 5 === 0 ? null : at(organizations, number).id,
}));

const designs = new Map(world.designs.map((row) => [row.id, { ...row, attributes: designAttributes(world, row) }]));
const deployments = new Map(
	world.deployments.map((row) => [row.id, { ...row, attributes: deploymentAttributes(world, row) }]),
);
const targets = new Map(world.targets.map((row) => [row.id, row]));
const designOf = ({ design_id: designId }: Event) => designs.get(designId ?? "");

function recordVisible(principal: Principal, id: string): boolean {
	const deployment = deployments.get(id);
	return deployment !== undefined && deploymentVisibility(principal, deployment.attributes) !== "none";
}

function withDeployment(principal: Principal, event: Event): boolean {
	if (event.object_type !== "deployment" || event.actor_id === principal.userId) return true;
	return recordVisible(principal, event.object_id);
}

/** Whether the caller reads an event in the log: as administrator, by the design, or as actor. */
function reads(principal: Principal, event: Event): boolean {
	const { role, userId, organizationId } = principal;
	if (role === "operator" || event.actor_id === userId) return true;
	if (role === "administrator" && event.organization_id === organizationId) return true;
	const design = designOf(event);
	if (design === undefined || !withDeployment(principal, event)) return false;
	const membersSee = role === "administrator" ? "all" : principal.membersSee;
	return designVisibility({ ...principal, role: "designer", membersSee }, design.attributes) === "direct";
}

/** Whether a webhook of the caller's organization is told of an event. */
function told(
	principal: Principal,
	{ object_type: objectType, object_id: objectId, action, design_id: designId, target_id: targetId }: Event,
): boolean {
	const { role, organizationId } = principal;
	const ownDesign = (id: string | null) => designs.get(id ?? "")?.owner_org_id === organizationId;
	const ownTarget = (id: string | null) => targets.get(id ?? "")?.organization_id === organizationId;
	if (role === "operator") return true;
	if (objectType === "design") return ownDesign(objectId);
	if (objectType === "target") return ownTarget(objectId);
	if (objectType !== "deployment") return false;
	if (action === "delete" && (ownDesign(designId) || ownTarget(targetId))) return true;
	const deployment = deployments.get(objectId);
	if (deployment === undefined || !(ownDesign(deployment.design.id) || ownTarget(deployment.target.id))) return false;
	return deployment.requester_org_id === organizationId || recordVisible(principal, objectId);
}

const ofEvents = (filter: Rule["filter"], sees: (principal: Principal, event: Event) => boolean): Rule => ({
	from: Prisma.sql`audit_events`,
	id: Prisma.sql`audit_events.id`,
	filter,
	sees: (principal) => events.filter((event) => sees(principal, event)),
});
const RULES: Readonly<Record<string, Rule>> = {
	visibleWithDeployment: ofEvents(visibleWithDeployment, withDeployment),
	visibleInDesignHistory: ofEvents(
		visibleInDesignHistory,
		(principal, event) =>
			principal.role === "operator" ||
			(principal.role === "administrator" && event.organization_id === principal.organizationId) ||
			withDeployment(principal, event),
	),
	deliverableEvents: { ...ofEvents(deliverableEvents, told), from: Prisma.sql`audit_events e`, id: Prisma.sql`e.id` },
};

const owner = {
	id: "olga",
	email: "olga@example.org",
	disabled_at: null,
	organization: { slug: "home", members_see: "own_and_shared" as const },
};
const webhook = (organizationId: string | null, role: Role, home: string, disabledAt: Date | null = null) =>
	principalOfWebhook({
		organization_id: organizationId,
		owner: { ...owner, role, organization_id: home, disabled_at: disabledAt },
	});

describe.each(testDatabaseKinds())("rules about audit events on %s", (kind) => {
	let service: TestService;
	beforeAll(async () => {
		service = await createTestService(kind);
		await storeWorld(service, world);
		await service.prisma.auditEvent.createMany({
			data: events.map((event) => ({ ...event, id: BigInt(event.id), actor_label: "x", credential: "session" })),
		});
	});
	afterAll(() => service.drop());

	test.each(Object.entries(RULES))("%s and its predicate agree on every event", async (_, rule) => {
		const { byFilter, byPredicate } = await bothWays(service, rule, world.principals);
		expect(byFilter).toEqual(byPredicate);
	});

	test("the parts of the log are disjoint, and have what the caller reads", async () => {
		for (const principal of world.principals) {
			const parts = visibleAuditParts(principal);
			const designer = principal.membersSee === "all" ? [false, true] : [true];
			const personal = { operator: [false], administrator: [false, false, true], designer };
			expect(parts.map((part) => part.personal)).toEqual(personal[principal.role]);
			expect(parts.map(({ counted }) => counted)).toEqual(parts.map(() => null));
			const each = parts.map(({ where }) => Prisma.sql`SELECT id::text FROM audit_events WHERE ${where}`);
			const rows = await service.prisma.$queryRaw<{ id: string }[]>(Prisma.join(each, " UNION ALL "));
			expect(rows.map(({ id }) => id).sort()).toEqual(
				events.filter((event) => reads(principal, event)).map(({ id }) => id),
			);
		}
	});

	test("a webhook of an organization is told what it may know, by nobody's personal rights", async () => {
		const principals = organizations.map(({ id }) => webhook(id, "administrator", id)).filter((each) => each !== null);
		expect(principals).toHaveLength(organizations.length);
		const { byFilter, byPredicate } = await bothWays(service, RULES.deliverableEvents as Rule, principals);
		expect(byFilter).toEqual(byPredicate);
	});
});

test("a webhook is told by the rights of an administrator, or of the operator who owns it", () => {
	const { userId, ...ofOrganization } = webhook("home", "administrator", "home") ?? {};
	expect(userId).not.toBe(owner.id);
	expect(ofOrganization).toEqual({
		email: owner.email,
		organizationId: "home",
		organizationSlug: "home",
		membersSee: "own_and_shared",
		role: "administrator",
		mayManage: true,
		credential: { kind: "session", id: null },
		address: null,
		requestId: null,
	});
	expect(webhook("home", "operator", "away")).toMatchObject({ organizationId: "home", role: "administrator" });
	expect(webhook(null, "operator", "away")).toMatchObject({
		userId: owner.id,
		organizationId: "away",
		role: "operator",
	});
});

test("a webhook is told nothing once its owner has lost the right to it", () => {
	expect(webhook("home", "administrator", "away")).toBeNull();
	expect(webhook("home", "designer", "home")).toBeNull();
	expect(webhook(null, "administrator", "home")).toBeNull();
	expect(webhook("home", "administrator", "home", new Date(0))).toBeNull();
	expect(webhook(null, "operator", "home", new Date(0))).toBeNull();
});
