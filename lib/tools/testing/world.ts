import { randomBytes } from "node:crypto";
import type { Deployment } from "@/lib/contract/deployment";
import type { DesignDetail } from "@/lib/contract/design";
import type { Principal } from "@/lib/domain/access/principal";
import { principalOfUser, principalSelect } from "@/lib/domain/accounts/principal-of-user";
import { newKey } from "@/lib/domain/accounts/secrets";
import { claimBuild } from "@/lib/domain/builds/claim-build";
import { completeBuild } from "@/lib/domain/builds/complete-build";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { requestDeployment } from "@/lib/domain/deployments/request-deployment";
import { createDesign } from "@/lib/domain/designs/create-design";
import type { KeyScope, Role } from "@/lib/generated/prisma/enums";
import type { Service } from "@/lib/platform/service";

/** Two customers and two partners with people and targets, for tests of the lifecycle. */
export interface World {
	readonly designer: Principal;
	readonly colleague: Principal;
	readonly outsider: Principal;
	readonly customerAdministrator: Principal;
	readonly administrator: Principal;
	readonly otherAdministrator: Principal;
	readonly operator: Principal;
	readonly target: { id: string; slug: string; organizationId: string };
	readonly secondTarget: { id: string; slug: string; organizationId: string };
	readonly otherTarget: { id: string; slug: string; organizationId: string };
}

/** Creates a separate world, so that tests in one database do not see each other's rows. */
export async function createWorld(service: Pick<Service, "prisma">): Promise<World> {
	const mark = randomBytes(4).toString("hex");
	const organization = (name: string) =>
		service.prisma.organization.create({
			data: { slug: `${name}-${mark}`, name: `${name} ${mark}`, priceProximityCpm: "0.45", priceAudienceCpm: "0.6" },
		});
	const acme = await organization("acme");
	const rival = await organization("rival");
	const north = await organization("north");
	const south = await organization("south");
	const service_ = await organization("service");
	const person = async (name: string, organizationId: string, role: Role) => {
		const email = `${name}-${mark}@example.com`;
		const user = await service.prisma.user.create({
			data: { organizationId, email, emailKey: email, role, passwordHash: "no password fits" },
			select: principalSelect,
		});
		return principalOfUser(user, { kind: "session", id: null }, ["manage", "administer"], {
			address: "192.0.2.1",
			requestId: "test",
		});
	};
	const target = (name: string, organizationId: string) =>
		service.prisma.target.create({
			data: {
				slug: `${name}-${mark}`,
				name: `${name} ${mark}`,
				organizationId,
				accepted: { create: [acme, rival].map(({ id }) => ({ organizationId: id })) },
			},
		});
	return {
		designer: await person("designer", acme.id, "designer"),
		colleague: await person("colleague", acme.id, "designer"),
		outsider: await person("outsider", rival.id, "designer"),
		customerAdministrator: await person("boss", acme.id, "administrator"),
		administrator: await person("administrator", north.id, "administrator"),
		otherAdministrator: await person("other", south.id, "administrator"),
		operator: await person("operator", service_.id, "operator"),
		target: await target("north-eu", north.id),
		secondTarget: await target("north-us", north.id),
		otherTarget: await target("south-one", south.id),
	};
}

/** Issues an API key for a user. */
export async function issueKey(
	service: Pick<Service, "prisma">,
	owner: Principal,
	scopes: KeyScope[],
): Promise<string> {
	const { key, prefix, secretHash } = newKey("api");
	await service.prisma.apiKey.create({
		data: { userId: owner.userId, issuedById: owner.userId, label: "test", prefix, secretHash, scopes },
	});
	return key;
}

/** A point with a radius in meters, as GeoJSON. */
export function circle(longitude: number, latitude: number, radius = 100) {
	return { type: "Feature", geometry: { type: "Point", coordinates: [longitude, latitude] }, properties: { radius } };
}

/** Creates a proximity design with one set of one circle. */
export function createProximityDesign(
	service: Service,
	owner: Principal,
	name = "Coffee shops",
): Promise<DesignDetail> {
	const geofences = { type: "FeatureCollection" as const, features: [circle(13.4, 52.5)] };
	return createDesign(service, owner, {
		name,
		type: "proximity",
		sets: [{ set_name: "Berlin", targeting_code: "BERLIN", geofences }],
	});
}

/** Requests and completes a build of the design without a file, for tests of later steps. */
export async function completeABuild(
	service: Service,
	owner: Principal,
	designId: string,
	size = 1_000,
): Promise<string> {
	await requestBuild(service, owner, designId, { reason: "a test" });
	const claim = await claimBuild(service, "test");
	if (claim === null || claim.designId !== designId) throw new Error("Another build was waiting.");
	const sets = await service.prisma.designSet.findMany({ where: { designId }, include: { geofenceCollection: true } });
	await completeBuild(service, claim, {
		fileKey: `builds/${claim.id}.tgt`,
		size,
		sha256: randomBytes(32).toString("hex"),
		formatVersion: "1.0",
		sources: [],
		audienceIndexVersion: null,
		sets: sets.map((set) => ({
			setId: set.id,
			name: set.name,
			targetingCode: set.targetingCode,
			itemCount: 1,
			geofenceCollectionId: set.geofenceCollectionId,
			bounds: set.geofenceCollection,
		})),
	});
	return claim.id;
}

/** Creates a design with a completed build that is requested for the target. */
export async function createRequest(
	service: Service,
	world: World,
	targetId = world.target.id,
): Promise<{ design: DesignDetail; buildId: string; deployment: Deployment }> {
	const design = await createProximityDesign(service, world.designer);
	const buildId = await completeABuild(service, world.designer, design.id);
	const deployment = await requestDeployment(service, world.designer, buildId, { targetId, message: "please" });
	return { design, buildId, deployment };
}
