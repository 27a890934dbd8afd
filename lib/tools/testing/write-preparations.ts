import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRuleBody } from "@/lib/contract/activation-rule";
import { setInventoryPullBody } from "@/lib/contract/inventory";
import { setListPullBody } from "@/lib/contract/list-pull";
import { createWebhookBody } from "@/lib/contract/webhook";
import type { Principal } from "@/lib/domain/access/principal";
import { createKey } from "@/lib/domain/accounts/keys/create-key";
import { hashPassword } from "@/lib/domain/accounts/passwords";
import { claimBuild } from "@/lib/domain/builds/claim-build";
import { MAX_BUILD_ATTEMPTS } from "@/lib/domain/builds/lease";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { failBuild } from "@/lib/domain/builds/settle-build";
import { createRule } from "@/lib/domain/deployments/activation-rules/create-rule";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { createDesign } from "@/lib/domain/designs/create-design";
import { setListPull } from "@/lib/domain/designs/set-list-pull";
import { createInventorySource } from "@/lib/domain/inventory/create-inventory-source";
import { setInventoryPull } from "@/lib/domain/inventory/set-inventory-pull";
import { sweepReplacedImports } from "@/lib/domain/inventory/sweep-replaced-imports";
import { createCategory } from "@/lib/domain/places/create-category";
import { createView } from "@/lib/domain/views/create-view";
import { createWebhook } from "@/lib/domain/webhooks/create-webhook";
import { sampleMeta, withScratchFile } from "@/lib/formats/testing";
import { writeProximityFilter } from "@/lib/formats/write-proximity";
import type { RouteCall } from "./call-route";
import type { TestService } from "./service";
import { openTestSession, sessionHeaders } from "./session";
import { completeABuild, createProximityDesign, createRequest, type World } from "./world";

/** A successful call of a route that writes, after what it needs was made. */
export interface WriteCall extends Pick<RouteCall, "params" | "json" | "body"> {
	/** Method and path, as in the registry of routes. */
	readonly route: string;
	readonly as: "designer" | "administrator" | "operator" | "agent";
	/** Of a session, in place of a key: what concerns the caller's own account. */
	readonly session?: Readonly<Record<string, string>>;
	readonly contentType?: string;
	readonly form?: Readonly<Record<string, string>>;
}

export type Prepare = (service: TestService, world: World) => Promise<Omit<WriteCall, "route">>;

export const slug = () => `s-${randomBytes(6).toString("hex")}`;
export const tomorrow = (service: TestService) => new Date(service.now().getTime() + 86_400_000).toISOString();

/** One that has not begun, so that it blocks nothing. */
export const freezeOf = (service: TestService) => ({
	starts_at: new Date(service.now().getTime() + 3_600_000).toISOString(),
	ends_at: tomorrow(service),
	reason: "own",
});

export const asDesigner = (prepare: (design: { id: string; setId: string }) => Partial<WriteCall>): Prepare => {
	return async (service, world) => {
		const { id, sets } = await createProximityDesign(service, world.designer);
		const setId = sets[0]?.set_id ?? "";
		return { as: "designer", params: { design_id: id }, ...prepare({ id, setId }) };
	};
};

export const onRequest = (
	call: Partial<WriteCall> | ((service: TestService) => Partial<WriteCall>),
	state: "requested" | "activated" | "replacing" = "requested",
): Prepare => {
	return async (service, world) => {
		const { design, deployment } = await createRequest(service, world);
		let { id } = deployment;
		if (state !== "requested") await activateDeployment(service, world.administrator, id);
		if (state === "replacing") {
			const buildId = await completeABuild(service, world.designer, design.id);
			id = (await requestDeployment(service, world.designer, buildId, { targetId: world.target.id })).id;
			await activateDeployment(service, world.administrator, id);
		}
		const given = typeof call === "function" ? call(service) : call;
		return { as: "administrator", params: { deployment_id: id }, ...given };
	};
};

export const onCategory =
	(call: Partial<WriteCall>): Prepare =>
	async (service, world) => {
		const { id } = await createCategory(service, world.operator, { name: slug() });
		return { as: "operator", params: { category_id: id }, ...call };
	};

export const onRule =
	(call: Partial<WriteCall>): Prepare =>
	async (service, world) => {
		const body = createRuleBody.parse({ name: slug(), conditions: {} });
		const { id } = await createRule(service, world.administrator, world.target.id, body);
		return { as: "administrator", params: { target_id: world.target.id, rule_id: id }, ...call };
	};

export const onFailedBuild =
	(json: unknown): Prepare =>
	async (service, world) => {
		const { id } = await createProximityDesign(service, world.designer);
		await requestBuild(service, world.designer, id, { reason: "x" });
		let buildId = "";
		for (let attempt = 0; attempt < MAX_BUILD_ATTEMPTS; attempt += 1) {
			service.advance(600_000);
			const claim = await claimBuild(service, "worker");
			if (claim === null) throw new Error("no build is pending");
			buildId = claim.id;
			await failBuild(service, claim, "the disk is full");
		}
		return { as: "operator", params: { build_id: buildId }, json };
	};

export const onKey =
	(json?: unknown): Prepare =>
	async (service, world) => {
		const wanted = { label: "k", scopes: ["manage" as const], allowed_addresses: [], expires_at: null };
		const { id } = await createKey(service, world.designer, wanted);
		return { as: "designer", params: { key_id: id }, ...(json === undefined ? {} : { json }) };
	};

/** A call by a session of a user of its own, whose password is known. */
export const onAccount =
	(call: (service: TestService, user: Principal, sessionId: string) => Promise<Partial<WriteCall>>): Prepare =>
	async (service, world) => {
		const [email, { organizationId }] = [`${slug()}@example.com`, world.designer];
		const passwordHash = await hashPassword(OWN_PASSWORD);
		const { id } = await service.prisma.user.create({
			data: { organization_id: organizationId, email, email_key: email, password_hash: passwordHash },
			select: { id: true },
		});
		const user = { ...world.designer, userId: id, email };
		const claims = await openTestSession(service, user);
		const session = await sessionHeaders(service, claims);
		return { as: "designer", session, ...(await call(service, user, claims.session)) };
	};

export const onView =
	(json?: unknown): Prepare =>
	async (service, world) => {
		const wanted = { page: "/designs" as const, name: slug(), query: "", shared: false, default: false };
		const { id } = await createView(service, world.designer, wanted);
		return { as: "designer", params: { view_id: id }, ...(json === undefined ? {} : { json }) };
	};

/** A design of devices, by its owner. */
export const onAudience =
	(call: Partial<WriteCall>): Prepare =>
	async (service, world) => {
		const source = await createInventorySource(service, world.operator, { slug: slug(), name: "Visits" });
		const audience = { sources: [source.slug], where: { segment: "gym" } };
		const sets = [{ set_name: "A", audience }];
		const { id } = await createDesign(service, world.designer, { name: slug(), type: "audience", sets });
		return { as: "designer", params: { design_id: id }, ...call };
	};

export const onSource =
	(call: Partial<WriteCall>): Prepare =>
	async (service, world) => {
		const wanted = { slug: slug(), name: "Visits", organizations: undefined };
		const source = await createInventorySource(service, world.operator, wanted);
		return { as: "operator", params: { inventory_source_slug: source.slug }, ...call };
	};

/** A source, with nothing left to sweep that an import would sweep. */
export const onSweptSource =
	(call: Partial<WriteCall>): Prepare =>
	async (service, world) => {
		await sweepReplacedImports(service);
		return onSource(call)(service, world);
	};

const pull = { url: "https://data.example/visits.csv", every_hours: 24 };

/** A set whose geofences are pulled. */
export const onPulledSet: Prepare = async (service, world) => {
	const { id, sets } = await createProximityDesign(service, world.designer);
	const set = { designId: id, setId: sets[0]?.set_id ?? "" };
	await setListPull(service, world.designer, set, setListPullBody.parse(pull));
	return { as: "designer", params: { design_id: id, set_id: set.setId } };
};

/** A source whose data are pulled. */
export const onPulledSource =
	(call: Partial<WriteCall>): Prepare =>
	async (service, world) => {
		const prepared = await onSource({})(service, world);
		const source = prepared.params?.inventory_source_slug ?? "";
		await setInventoryPull(service, world.operator, source, setInventoryPullBody.parse(pull));
		return { ...prepared, ...call };
	};

export const setPull = onSource({ json: pull });

export const optOuts: Prepare = async () => ({
	as: "operator",
	contentType: "text/plain",
	body: "11111111-2222-4333-8444-555555555555",
});

export const OWN_PASSWORD = "own words in a row";
export const HOOK = "https://hooks.example.com/targeting";

export const onWebhook = (json?: object, paused = false): Prepare => {
	return async (service, world) => {
		const { id } = await createWebhook(service, world.administrator, createWebhookBody.parse({ url: HOOK }));
		if (paused) await service.prisma.webhook.update({ where: { id }, data: { paused_at: service.now() } });
		return { as: "administrator", params: { webhook_id: id }, ...(json && { json }) };
	};
};

export const point = {
	type: "Feature",
	geometry: { type: "Point", coordinates: [13, 52] },
	properties: { radius: 50 },
};
export const visits = "device_id,segment,seen_at\n11111111-2222-4333-8444-555555555555,gym,2026-01-02T08:00:00Z\n";

export async function targetingFile(): Promise<Buffer> {
	const sets = [{ set_id: crypto.randomUUID(), set_name: "Home", targeting_code: "HOME" }];
	const circle = { latitude: 52.5, longitude: 13.4, radius: 100 };
	return withScratchFile(async (path) => {
		await writeProximityFilter(path, { ...sampleMeta(0), sets }, [{ set: 0, circle }]);
		return readFile(path);
	});
}
