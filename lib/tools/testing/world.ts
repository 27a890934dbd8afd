import { randomBytes, randomUUID } from "node:crypto";
import type { Principal } from "@/lib/domain/access/principal";
import { principalOfUser } from "@/lib/domain/accounts/principal-of-user";
import { hashSecret, newKey } from "@/lib/domain/accounts/secrets";
import { Prisma } from "@/lib/generated/prisma/client";
import type { KeyScope, MembersSee, Role } from "@/lib/generated/prisma/enums";
import type { Service } from "@/lib/platform/service";
import { buildRows, builtDesignParts, builtDesignRows, newBuild } from "./fixtures/build-rows";
import { designRows, newDesign, newDesignParts, type StoredDesign, storedDesign } from "./fixtures/design-rows";
import { eventRows } from "./fixtures/event-rows";
import { newRequest, requestRows, type StoredRequest } from "./fixtures/request-rows";

/** Two customers and two partners with people and targets, for tests of the lifecycle. */
export interface World {
	readonly designer: Principal;
	readonly colleague: Principal;
	readonly outsider: Principal;
	readonly customerAdministrator: Principal;
	readonly administrator: Principal;
	readonly otherAdministrator: Principal;
	readonly operator: Principal;
	readonly target: { id: string; slug: string; organization_id: string };
	readonly secondTarget: { id: string; slug: string; organization_id: string };
	readonly otherTarget: { id: string; slug: string; organization_id: string };
}

/**
 * Stores a separate world, so that tests in one database do not see each other's rows.
 * @param home a stored organization for the designer's, which is else one of the world's own
 */
export async function createWorld(
	service: Pick<Service, "prisma">,
	home?: { readonly id: string; readonly slug: string; readonly members_see: MembersSee },
): Promise<World> {
	const mark = randomBytes(4).toString("hex");
	const named = (name: string) => ({
		id: randomUUID(),
		slug: `${name}-${mark}`,
		name: `${name} ${mark}`,
		members_see: "all" as const,
	});
	const [newcomer, rival, north, south] = [named("acme"), named("rival"), named("north"), named("south")];
	const acme = home ?? newcomer;
	const operators = named("service");
	const users: { id: string; organization_id: string; email: string; role: Role }[] = [];
	const person = (name: string, organization: { id: string; slug: string; members_see: MembersSee }, role: Role) => {
		const user = { id: randomUUID(), organization_id: organization.id, email: `${name}-${mark}@example.com`, role };
		users.push(user);
		const origin = { address: "192.0.2.1", requestId: "test" };
		return principalOfUser({ ...user, organization }, { kind: "session", id: null }, ["manage", "administer"], origin);
	};
	const target = (name: string, { id }: { id: string }) => ({ ...named(name), organization_id: id });
	const world = {
		designer: person("designer", acme, "designer"),
		colleague: person("colleague", acme, "designer"),
		outsider: person("outsider", rival, "designer"),
		customerAdministrator: person("boss", acme, "administrator"),
		administrator: person("administrator", north, "administrator"),
		otherAdministrator: person("other", south, "administrator"),
		operator: person("operator", operators, "operator"),
		target: target("north-eu", north),
		secondTarget: target("north-us", north),
		otherTarget: target("south-one", south),
	};
	const organizations = [...(home === undefined ? [newcomer] : []), rival, north, south, operators];
	const targets = [world.target, world.secondTarget, world.otherTarget];
	await service.prisma.$rows(
		Prisma.sql`
		WITH organization AS (
			INSERT INTO organizations (id, slug, name, members_see, price_proximity_cpm, price_audience_cpm)
			SELECT id, slug, name, 'all', 0.45, 0.6 FROM json_to_recordset(${JSON.stringify(organizations)}::json) AS o (id uuid, slug text, name text)),
		person AS (
			INSERT INTO users (id, organization_id, email, email_key, role, password_hash)
			SELECT id, organization_id, email, email, role, 'no password fits'
			FROM json_to_recordset(${JSON.stringify(users)}::json) AS u (id uuid, organization_id uuid, email text, role "Role")),
		target AS (
			INSERT INTO targets (id, organization_id, slug, name) SELECT id, organization_id, slug, name
			FROM json_to_recordset(${JSON.stringify(targets)}::json) AS t (id uuid, organization_id uuid, slug text, name text)
			RETURNING id)
		INSERT INTO target_accepted_organizations (target_id, organization_id)
		SELECT target.id, customer.id FROM target, (VALUES (${acme.id}::uuid), (${rival.id}::uuid)) AS customer (id)`,
		"auto",
	);
	return world;
}

/** Issues an API key for a user. */
export async function issueKey(
	service: Pick<Service, "prisma">,
	owner: Principal,
	scopes: KeyScope[],
): Promise<string> {
	const { key, prefix, secretHash } = newKey("api");
	await service.prisma.apiKey.create({
		data: { user_id: owner.userId, issued_by_id: owner.userId, label: "test", prefix, secret_hash: secretHash, scopes },
	});
	return key;
}

/** The id of the API key with this value. */
export async function keyIdOf(service: Pick<Service, "prisma">, key: string): Promise<string> {
	return (await service.prisma.apiKey.findUniqueOrThrow({ where: { secret_hash: hashSecret(key) } })).id;
}

/** A point with a radius in meters, as GeoJSON. */
export function circle(longitude: number, latitude: number, radius = 100) {
	return { type: "Feature", geometry: { type: "Point", coordinates: [longitude, latitude] }, properties: { radius } };
}

/** Stores a proximity design with one set of one circle, as `createDesign` makes it. */
export async function createProximityDesign(
	service: Service,
	owner: Principal,
	name = "Coffee shops",
): Promise<StoredDesign> {
	const design = newDesign(service, owner, name);
	const parts = [...(await newDesignParts(design)), ...designRows(design), eventRows([design.event])];
	await service.prisma.$rows(Prisma.sql`WITH ${Prisma.join(parts)} SELECT id FROM stored`, "auto");
	return storedDesign(design);
}

/** Stores a completed build of the design without a file, for tests of later steps. */
export async function completeABuild(
	service: Service,
	requester: Principal,
	designId: string,
	size = 1_000,
): Promise<string> {
	const build = newBuild(service, requester, designId, size);
	const rows = [...buildRows(build), ...builtDesignRows(build), eventRows(build.events)];
	const parts = Prisma.join([...builtDesignParts(designId), ...rows]);
	const stored = await service.prisma.$rows(Prisma.sql`WITH ${parts} SELECT id FROM stored`, "auto");
	if (stored.length === 0) throw new Error("No build of the design can be requested.");
	return build.id;
}

/** Stores a design with a completed build that is requested for the target. */
export async function createRequest(
	service: Service,
	world: World,
	targetId = world.target.id,
): Promise<{ design: StoredDesign; build_id: string; deployment: StoredRequest }> {
	const { designer } = world;
	const design = newDesign(service, designer, "Coffee shops");
	const build = newBuild(service, designer, design.id, 1_000);
	const request = newRequest(service, designer, targetId);
	const parts = [
		...(await newDesignParts(design)),
		...buildRows(build),
		...designRows(design, build),
		...requestRows(design, request),
		eventRows([design.event, ...build.events, request.event]),
	];
	const [target] = await service.prisma.$rows<{ name: string }>(
		Prisma.sql`WITH ${Prisma.join(parts)} SELECT target.name FROM target, requested`,
		"auto",
	);
	if (target === undefined) throw new Error("There is no such target.");
	const ids = { id: request.id, design_id: design.id, build_id: build.id, target_id: targetId };
	return {
		design: storedDesign(design),
		build_id: build.id,
		deployment: { ...ids, target: target.name, new_build: true },
	};
}

/** Stores so many cancelled requests like the deployment's, without events: rows for a plan or a job to go through. */
export async function addCancelledRequests(service: Service, deploymentId: string, count: number): Promise<void> {
	await service.prisma.$executeRaw`
		INSERT INTO deployments (design_id, build_id, target_id, type, status, requester_id, requester_org_id, new_build, build_size, build_date)
		SELECT design_id, build_id, target_id, type, 'cancelled', requester_id, requester_org_id, new_build, build_size, build_date
		FROM deployments d, generate_series(1, ${count}::int) WHERE d.id = ${deploymentId}::uuid`;
}
