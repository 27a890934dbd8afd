import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { createRuleBody } from "@/lib/contract/activation-rule";
import { setInventoryPullBody } from "@/lib/contract/inventory";
import { setListPullBody } from "@/lib/contract/list-pull";
import { createWebhookBody } from "@/lib/contract/webhook";
import { addRegion } from "@/lib/domain/basemap/add-region";
import { createRule } from "@/lib/domain/deployments/activation-rules/create-rule";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { setListPull } from "@/lib/domain/designs/set-list-pull";
import { shareDesign } from "@/lib/domain/designs/share-design";
import { createInventorySource } from "@/lib/domain/inventory/create-inventory-source";
import { setInventoryPull } from "@/lib/domain/inventory/set-inventory-pull";
import { createCategory } from "@/lib/domain/places/create-category";
import { createAgentKey } from "@/lib/domain/targets/create-agent-key";
import { createFreeze } from "@/lib/domain/targets/create-freeze";
import { createView } from "@/lib/domain/views/create-view";
import { createWebhook } from "@/lib/domain/webhooks/create-webhook";
import type { TestService } from "../service";
import { streetsArchive } from "../streets";
import { completeABuild, createProximityDesign, issueKey, keyIdOf } from "../world";
import { freezeOf, HOOK, targetingFile } from "../write-preparations";
import { type Cast, createCast } from "./cast";

/** The objects of the access matrix, by the names of path parameters. */
export interface AccessWorld {
	readonly cast: Cast;
	readonly ids: Readonly<Record<string, string>>;
}

/** Makes one of every object, each with the relations of the matrix's people to it. */
export async function createAccessWorld(service: TestService): Promise<AccessWorld> {
	const cast = await createCast(service);
	return {
		cast,
		ids: {
			...(await designsOf(service, cast)),
			...(await targetsOf(service, cast)),
			...(await othersOf(service, cast)),
		},
	};
}

/** Shares a design with the matrix's collaborators. */
async function share(service: TestService, { people }: Cast, designId: string): Promise<void> {
	const view = { view: true, edit: false };
	const edit = { view: true, edit: true };
	await shareDesign(service, people.owner, designId, {
		collaborators: [
			{ type: "user", id: people.requester.userId, permissions: view },
			{ type: "user", id: people.editor.userId, permissions: edit },
			{ type: "org", id: people["org-viewer"].organizationId, permissions: view },
			{ type: "org", id: people["org-editor"].organizationId, permissions: edit },
		],
	});
}

async function sharedRequest(service: TestService, cast: Cast, name: string) {
	const { people, target } = cast;
	const design = await createProximityDesign(service, people.owner, name);
	await share(service, cast, design.id);
	const buildId = await completeABuild(service, people.owner, design.id);
	const { id } = await requestDeployment(service, people.requester, buildId, { targetId: target.id });
	return { designId: design.id, setId: design.sets[0]?.set_id ?? "", buildId, deploymentId: id };
}

async function designsOf(service: TestService, cast: Cast): Promise<Record<string, string>> {
	const { people } = cast;
	const pending = await sharedRequest(service, cast, "Coffee shops");
	const pull = setListPullBody.parse({ url: "https://data.example/stores.csv", every_hours: 24 });
	await setListPull(service, people.owner, pending, pull);
	const decided = await sharedRequest(service, cast, "Tea rooms");
	await activateDeployment(service, people.decider, decided.deploymentId);
	const path = join(tmpdir(), `${pending.buildId}.tgt`);
	await writeFile(path, await targetingFile());
	const { size } = await service.files.put(`builds/${pending.buildId}.tgt`, path);
	await service.prisma.build.update({ where: { id: pending.buildId }, data: { size } });
	return {
		design_id: pending.designId,
		set_id: pending.setId,
		build_id: pending.buildId,
		deployment_id: pending.deploymentId,
		decided_id: decided.deploymentId,
	};
}

async function targetsOf(service: TestService, { people, target }: Cast): Promise<Record<string, string>> {
	const { decider } = people;
	const rule = createRuleBody.parse({ name: "Updates", conditions: {} });
	return {
		target_id: target.id,
		freeze_id: (await createFreeze(service, decider, target.id, freezeOf(service))).id,
		rule_id: (await createRule(service, decider, target.id, rule)).id,
		agent_key_id: (await createAgentKey(service, decider, target.id, { label: "rack" })).id,
	};
}

async function othersOf(service: TestService, { people, organizations }: Cast): Promise<Record<string, string>> {
	const { owner, operator, decider } = people;
	const source = { slug: "visits", name: "Visits", organizations: [owner.organizationSlug] };
	await createInventorySource(service, operator, source);
	const pull = setInventoryPullBody.parse({ url: "https://data.example/visits.csv", every_hours: 24 });
	await setInventoryPull(service, operator, source.slug, pull);
	const view = { page: "/designs" as const, query: "", default: false };
	const webhook = await createWebhook(service, decider, createWebhookBody.parse({ url: HOOK }));
	const at = service.now();
	const delivery = await service.prisma.webhookDelivery.create({
		data: { webhook_id: webhook.id, kind: "webhook.test", occurred_at: at, not_before: at, status: "failed" },
	});
	return {
		inventory_source_slug: source.slug,
		region_id: (await addRegion(service, operator, { name: "Rome", body: Readable.from([streetsArchive()]) })).id,
		category_id: (await createCategory(service, operator, { name: "Schools" })).id,
		view_id: (await createView(service, owner, { ...view, name: "Ours", shared: true })).id,
		private_view_id: (await createView(service, owner, { ...view, name: "Mine", shared: false })).id,
		webhook_id: webhook.id,
		delivery_id: delivery.id,
		key_id: await keyIdOf(service, await issueKey(service, owner, ["manage"])),
		user_id: people.colleague.userId,
		colleague_email: people.colleague.email,
		organization_id: organizations.acme,
		passkey_id: crypto.randomUUID(),
		session_id: crypto.randomUUID(),
		opt_out_list_id: crypto.randomUUID(),
	};
}
