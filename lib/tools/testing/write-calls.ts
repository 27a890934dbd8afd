import { Readable } from "node:stream";
import { beginOwnPasskey } from "@/lib/domain/accounts/own/passkeys";
import { beginTotp } from "@/lib/domain/accounts/second-factor/totp";
import { addRegion } from "@/lib/domain/basemap/add-region";
import { commentOnDeployment } from "@/lib/domain/deployments/comments/comment-on-deployment";
import { createAgentKey } from "@/lib/domain/targets/create-agent-key";
import { createFreeze } from "@/lib/domain/targets/create-freeze";
import { UNCONFIRMED_FACT } from "@/lib/domain/targets/unconfirmed-opt-outs";
import type { RouteHandler } from "@/lib/http/routes/route";
import { transact } from "@/lib/platform/db/transact";
import { Authenticator, TEST_PARTY } from "./authenticator";
import { findRoute } from "./call-named-route";
import type { RouteCall } from "./call-route";
import { importTestPois, PHARMACIES, poiLines, TEST_POIS } from "./pois";
import { addPasskey, addTotp, codeOf } from "./second-factor";
import type { TestService } from "./service";
import { openTestSession } from "./session";
import { streetsArchive } from "./streets";
import { completeABuild, createProximityDesign, createRequest, type World } from "./world";
import {
	asDesigner,
	freezeOf,
	HOOK,
	OWN_PASSWORD,
	onAccount,
	onAudience,
	onCategory,
	onFailedBuild,
	onKey,
	onPois,
	onPulledSet,
	onPulledSource,
	onRequest,
	onRule,
	onSource,
	onSweptSource,
	onView,
	onWebhook,
	optOuts,
	type Prepare,
	point,
	setPull,
	slug,
	targetingFile,
	tomorrow,
	visits,
	type WriteCall,
} from "./write-preparations";

const PREPARED: Readonly<Record<string, Prepare>> = {
	"PATCH /api/account": onAccount(async () => ({ json: { first_name: "Own" } })),
	"POST /api/account/password": onAccount(async () => ({
		json: { old_password: OWN_PASSWORD, password: "other words in a row" },
	})),
	"POST /api/account/totp": onAccount(async () => ({ json: {} })),
	"POST /api/account/totp/confirm": onAccount(async (service, user) => {
		const { secret } = await transact(service.prisma, (tx) =>
			beginTotp(service, tx, { id: user.userId, email: user.email }),
		);
		return { json: { code: codeOf(service, secret) } };
	}),
	"DELETE /api/account/totp": onAccount(async (service, user) => {
		await addTotp(service, user);
		return {};
	}),
	"POST /api/account/passkeys": onAccount(async (service, user, session) => {
		const principal = { ...user, session: { id: session, confirmedAt: service.now(), mustAddFactor: false } };
		const { options } = await beginOwnPasskey(service, principal, () => TEST_PARTY);
		return { json: { name: "Laptop", response: new Authenticator().make(options) } };
	}),
	"PATCH /api/account/passkeys/[passkey_id]": onAccount(async (service, user) => ({
		params: { passkey_id: await addPasskey(service, user) },
		json: { name: "Phone" },
	})),
	"DELETE /api/account/passkeys/[passkey_id]": onAccount(async (service, user) => ({
		params: { passkey_id: await addPasskey(service, user) },
	})),
	"POST /api/account/recovery-codes": onAccount(async (service, user) => {
		await addTotp(service, user);
		return { json: {} };
	}),
	"POST /api/account/confirm": onAccount(async () => ({ json: { password: OWN_PASSWORD } })),
	"DELETE /api/account/sessions": onAccount(async (service, user) => {
		await openTestSession(service, user);
		return {};
	}),
	"DELETE /api/account/sessions/[session_id]": onAccount(async (service, user) => ({
		params: { session_id: (await openTestSession(service, user)).session },
	})),
	"POST /api/agent/report": async () => ({
		as: "agent",
		json: { instance_id: slug(), version: "1", tags: [], memory_used: 0, memory_limit: null, deployments: [] },
	}),
	"POST /api/builds/[build_id]/reject": onFailedBuild({ reason: "not now" }),
	"POST /api/builds/[build_id]/retry": onFailedBuild({}),
	"POST /api/deployments/[deployment_id]/rollback": onRequest({ json: {} }, "replacing"),
	"POST /api/deployments/[deployment_id]/undo": onRequest({ json: {} }, "replacing"),
	"PUT /api/deployments/[deployment_id]/schedule": onRequest((service) => ({
		json: { activate_at: tomorrow(service) },
	})),
	"DELETE /api/deployments/[deployment_id]/schedule": async (service, world) => {
		const call = await onRequest({}, "activated")(service, world);
		const data = { deployment_id: call.params?.deployment_id ?? "", action: "deactivate" as const };
		const scheduledById = world.administrator.userId;
		await service.prisma.deploymentSchedule.create({
			data: { ...data, at: tomorrow(service), scheduled_by_id: scheduledById },
		});
		return call;
	},
	"POST /api/deployments/[deployment_id]/comments": onRequest({ json: { text: "own words", question: true } }),
	"DELETE /api/deployments/[deployment_id]/question": async (service, world) => {
		const call = await onRequest({})(service, world);
		const asked = { text: "own words", question: true };
		await commentOnDeployment(service, world.administrator, call.params?.deployment_id ?? "", asked);
		return call;
	},
	"POST /api/deployments/bulk": async (service, world) => {
		const { deployment } = await createRequest(service, world);
		return { as: "administrator", json: { action: "activate", items: [{ id: deployment.id }] } };
	},
	"POST /api/designs": async () => ({
		as: "designer",
		json: {
			name: slug(),
			type: "proximity",
			sets: [{ set_name: "A", geofences: { type: "FeatureCollection", features: [point] } }],
		},
	}),
	"PATCH /api/designs/[design_id]": asDesigner(() => ({ json: { name: "Own words" } })),
	"DELETE /api/designs/[design_id]": asDesigner(() => ({})),
	"POST /api/designs/[design_id]/duplicate": asDesigner(() => ({ json: {} })),
	"PUT /api/designs/[design_id]/automation": onAudience({ json: { rebuild_on_data: true, redeploy: false } }),
	"PUT /api/designs/[design_id]/collaborators": asDesigner(() => ({ json: { collaborators: [] } })),
	"PUT /api/designs/[design_id]/visibility": asDesigner(() => ({ json: { tags: ["own"] } })),
	"PUT /api/designs/[design_id]/external-build": async (service, world) => ({
		...(await asDesigner(() => ({ as: "operator", contentType: "application/octet-stream" }))(service, world)),
		body: new Uint8Array(await targetingFile()),
	}),
	"PUT /api/designs/[design_id]/sets/[set_id]/geofences": asDesigner(({ id, setId }) => ({
		params: { design_id: id, set_id: setId },
		contentType: "application/geo+json-seq",
		body: `${JSON.stringify(point)}\n`,
	})),
	"DELETE /api/designs/[design_id]/sets/[set_id]/geofences": asDesigner(({ id, setId }) => ({
		params: { design_id: id, set_id: setId },
	})),
	"PUT /api/designs/[design_id]/sets/[set_id]/points-of-interest": onPois({ json: PHARMACIES }),
	"DELETE /api/designs/[design_id]/sets/[set_id]/points-of-interest": onPois({}, true),
	"POST /api/poi-releases": async () => ({
		as: "operator",
		contentType: "text/plain",
		body: poiLines(TEST_POIS),
	}),
	"DELETE /api/poi-releases/[release_id]": async (service) => ({
		as: "operator",
		params: { release_id: (await importTestPois(service)).id },
	}),
	"PUT /api/designs/[design_id]/sets/[set_id]/pull": asDesigner(({ id, setId }) => ({
		params: { design_id: id, set_id: setId },
		json: { url: "https://data.example/stores.csv", every_hours: 24 },
	})),
	"DELETE /api/designs/[design_id]/sets/[set_id]/pull": onPulledSet,
	"POST /api/designs/[design_id]/sets/[set_id]/pull/run": onPulledSet,
	"POST /api/inventory-sources": async () => ({ as: "operator", json: { slug: slug(), name: "Visits" } }),
	"PATCH /api/inventory-sources/[inventory_source_slug]": onSource({ json: { name: "Own words" } }),
	"PUT /api/inventory-sources/[inventory_source_slug]/pull": setPull,
	"DELETE /api/inventory-sources/[inventory_source_slug]/pull": onPulledSource({}),
	"POST /api/inventory-sources/[inventory_source_slug]/pull/run": onPulledSource({}),
	"POST /api/inventory-sources/[inventory_source_slug]/imports": onSweptSource({
		contentType: "text/csv",
		body: visits,
	}),
	"POST /api/keys": async () => ({ as: "designer", json: { label: "own", scopes: ["manage"] } }),
	"DELETE /api/keys/[key_id]": onKey(),
	"POST /api/keys/[key_id]/regenerate": onKey({ grace_seconds: 60 }),
	"PUT /api/opt-outs": optOuts,
	"POST /api/opt-outs": optOuts,
	"DELETE /api/opt-outs": optOuts,
	"POST /api/opt-outs/confirmation": async (service) => {
		const fact = { name: UNCONFIRMED_FACT, value: service.now().toISOString() };
		await service.prisma.serviceFact.createMany({ data: [fact], skipDuplicates: true });
		return { as: "operator", json: {} };
	},
	"POST /api/device-erasures": optOuts,
	"POST /api/basemap/regions": async () => ({
		as: "operator",
		contentType: "application/octet-stream",
		body: new Uint8Array(streetsArchive()),
	}),
	"POST /api/basemap/regions/fetch": async () => ({
		as: "operator",
		json: { name: "Berlin", url: "https://data.example/berlin.pmtiles" },
	}),
	"DELETE /api/basemap/regions/[region_id]": async (service, world) => {
		const body = Readable.from([streetsArchive()]);
		const { id } = await addRegion(service, world.operator, { name: "Berlin", body });
		return { as: "operator", params: { region_id: id } };
	},
	"POST /api/place-categories": async () => ({ as: "operator", json: { name: slug() } }),
	"PATCH /api/place-categories/[category_id]": onCategory({ json: { sensitive: true } }),
	"DELETE /api/place-categories/[category_id]": onCategory({}),
	"PUT /api/place-categories/[category_id]/places": onCategory({
		contentType: "application/geo+json-seq",
		body: `${JSON.stringify(point)}\n`,
	}),
	"POST /api/organizations": async () => ({ as: "operator", json: { slug: slug(), name: "Own" } }),
	"PATCH /api/organizations/[organization_id]": async (_service, world) => ({
		as: "operator",
		params: { organization_id: world.designer.organizationId },
		json: { name: "Own words" },
	}),
	"POST /api/targets": async () => ({ as: "administrator", json: { slug: slug(), name: "Own" } }),
	"PATCH /api/targets/[target_id]": async (_service, world) => ({
		as: "administrator",
		params: { target_id: world.secondTarget.id },
		json: { name: "Own words" },
	}),
	"POST /api/targets/[target_id]/freezes": async (service, world) => ({
		as: "administrator",
		params: { target_id: world.secondTarget.id },
		json: freezeOf(service),
	}),
	"DELETE /api/targets/[target_id]/freezes/[freeze_id]": async (service, world) => {
		const targetId = world.secondTarget.id;
		const { id } = await createFreeze(service, world.administrator, targetId, freezeOf(service));
		return { as: "administrator", params: { target_id: targetId, freeze_id: id } };
	},
	"POST /api/targets/[target_id]/agent-keys": async (_service, world) => ({
		as: "administrator",
		params: { target_id: world.target.id },
		json: { label: "own" },
	}),
	"DELETE /api/targets/[target_id]/agent-keys/[key_id]": async (service, world) => {
		const { id } = await createAgentKey(service, world.administrator, world.target.id, { label: "own" });
		return { as: "administrator", params: { target_id: world.target.id, key_id: id } };
	},
	"POST /api/targets/[target_id]/rules": async (_service, world) => ({
		as: "administrator",
		params: { target_id: world.target.id },
		json: { name: slug(), conditions: {} },
	}),
	"PATCH /api/targets/[target_id]/rules/[rule_id]": onRule({ json: { mode: "active" } }),
	"DELETE /api/targets/[target_id]/rules/[rule_id]": onRule({}),
	"POST /api/state": async (_service, world) => {
		const target = { slug: slug(), name: "Own", organization: world.operator.organizationSlug };
		return {
			as: "operator",
			json: { state: { version: 1, targets: [{ ...target, agent_keys: [{ label: "own" }] }] } },
		};
	},
	"POST /api/users": async () => ({
		as: "administrator",
		json: { email: `${slug()}@example.com`, first_name: "A", last_name: "B", role: "designer" },
	}),
	"PATCH /api/users/[user_id]": async (_service, world) => ({
		as: "operator",
		params: { user_id: world.colleague.userId },
		json: { first_name: "Own" },
	}),
	"POST /api/users/[user_id]/sign-in-link": async (_service, world) => ({
		as: "operator",
		params: { user_id: world.colleague.userId },
		json: {},
	}),
	"POST /api/users/[user_id]/erasure": async (service, world) => {
		const { organizationId } = world.colleague;
		const email = `${slug()}@example.com`;
		const { id } = await service.prisma.user.create({
			data: { organization_id: organizationId, email, email_key: email },
		});
		return { as: "operator", params: { user_id: id }, json: { email } };
	},
	"PUT /api/account/guide": onAccount(async () => ({ json: { guide: "gone" } })),
	"PATCH /api/account/notifications": async () => ({ as: "designer", json: { digest_time: "07:30" } }),
	"POST /api/inbox/read": async () => ({ as: "designer", json: { until: "1" } }),
	"POST /api/overview/dismissals": async () => ({
		as: "designer",
		json: { kind: "build", object_id: crypto.randomUUID() },
	}),
	"POST /api/geofence-columns": async () => ({ as: "designer", json: { coordinates: "Wo" } }),
	"POST /api/views": async () => ({ as: "designer", json: { page: "/designs", name: slug(), query: "" } }),
	"PATCH /api/views/[view_id]": onView({ query: "own=words" }),
	"DELETE /api/views/[view_id]": onView(),
	"POST /api/webhooks": async () => ({ as: "administrator", json: { url: HOOK } }),
	"PATCH /api/webhooks/[webhook_id]": onWebhook({ description: "Own words" }),
	"DELETE /api/webhooks/[webhook_id]": onWebhook(),
	"POST /api/webhooks/[webhook_id]/test": onWebhook({}),
	"POST /api/webhooks/[webhook_id]/resume": onWebhook({}, true),
	"POST /api/webhooks/[webhook_id]/secrets": onWebhook({}),
	"POST /api/webhooks/[webhook_id]/replay": async (service, world) => {
		await createRequest(service, world);
		await service.prisma.outboxEntry.deleteMany();
		return onWebhook({ since: new Date(service.now().getTime() - 60_000).toISOString() })(service, world);
	},
	"POST /api/webhooks/[webhook_id]/deliveries/[delivery_id]/replay": async (service, world) => {
		const call = await onWebhook({})(service, world);
		const [webhookId, at] = [call.params?.webhook_id ?? "", service.now()];
		const { id } = await service.prisma.webhookDelivery.create({
			data: { webhook_id: webhookId, kind: "webhook.test", occurred_at: at, not_before: at, status: "failed" },
		});
		return { ...call, params: { webhook_id: webhookId, delivery_id: id } };
	},
	"POST /targeting/builds/[build_id]/request": async (service, world) => {
		const { id } = await createProximityDesign(service, world.designer);
		const buildId = await completeABuild(service, world.designer, id);
		return { as: "designer", params: { build_id: buildId }, form: { targetId: world.target.id } };
	},
	"POST /targeting/designs/[design_id]/request": asDesigner(() => ({ form: { reason: "own" } })),
	"POST /targeting/deployments/[deployment_id]/activate": onRequest({ form: {} }),
	"POST /targeting/deployments/[deployment_id]/cancel": onRequest({ as: "designer", form: {} }),
	"POST /targeting/deployments/[deployment_id]/deactivate": onRequest({ form: {} }, "activated"),
	"POST /targeting/deployments/[deployment_id]/delete": onRequest({ form: {} }),
	"POST /targeting/deployments/[deployment_id]/reject": onRequest({ form: {} }),
	"POST /targeting/deployments/[deployment_id]/tag": onRequest({ form: { tags: "own" } }),
};

/** The routes that {@link prepareWrite} knows. */
export const WRITE_ROUTES = Object.keys(PREPARED);

/** Makes what a call of the route needs, and the call. */
export async function prepareWrite(service: TestService, world: World, route: string): Promise<WriteCall> {
	const prepare = PREPARED[route];
	if (prepare === undefined) throw new Error(`there is no call of ${route}`);
	// A build that another route requested would be claimed in place of the own one.
	await service.prisma.build.updateMany({ where: { status: "requested" }, data: { status: "failed" } });
	await service.prisma.design.updateMany({ where: { status: "requested" }, data: { status: "failed" } });
	return { route, ...(await prepare(service, world)) };
}

/** The handler of a prepared call, and the request with its caller's credential. */
export function writeRequest(
	{ route, as, contentType, form, session, ...call }: WriteCall,
	keys: Readonly<Record<WriteCall["as"], string>>,
): RouteCall & { readonly handler: RouteHandler } {
	const headers = {
		...(form === undefined ? (session ?? { authorization: `Bearer ${keys[as]}` }) : {}),
		...(contentType === undefined ? {} : { "content-type": contentType }),
	};
	return { ...call, ...(form && { form: { KEY: keys[as], ...form } }), ...findRoute(route, call.params), headers };
}
