import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as listDeploymentsRoute } from "@/app/targeting/deployments/route";
import { GET as getDesignRoute } from "@/app/targeting/designs/[design_id]/route";
import { claimBuild } from "@/lib/domain/builds/claim-build";
import { completeBuild } from "@/lib/domain/builds/complete-build";
import type { BuildLease } from "@/lib/domain/builds/lease";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { rejectBuild } from "@/lib/domain/builds/settle-build";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { deactivateDeployment } from "@/lib/domain/deployments/transitions/deactivate-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { tagDeployment } from "@/lib/domain/deployments/transitions/tag-deployment";
import { editDesign } from "@/lib/domain/designs/edit-design";
import { importGeofences } from "@/lib/domain/designs/import-geofences";
import { setDesignVisibility } from "@/lib/domain/designs/set-design-visibility";
import { shareDesign } from "@/lib/domain/designs/share-design";
import { setService } from "@/lib/platform/service";
import { type Answered, callRoute } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import {
	completeABuild,
	createProximityDesign,
	createRequest,
	createWorld,
	issueKey,
	type World,
} from "@/lib/tools/testing/world";

/**
 * The contract's `updated_at`: the most recent update of a design, the latest of a deployment, by
 * whatever it was.
 */
describe("updated_at", () => {
	let service: TestService;
	let world: World;
	let key: string;
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		world = await createWorld(service);
		key = await issueKey(service, world.designer, ["manage"]);
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	/** Runs each step in turn; returns those that did not change `updated_at`. */
	async function untold(steps: Record<string, () => Promise<unknown>>, updatedAt: () => Promise<unknown>) {
		const silent: string[] = [];
		for (const [step, take] of Object.entries(steps)) {
			service.advance(1_000);
			const begun = service.now().toISOString();
			await take();
			if (!(String(await updatedAt()) > begun)) silent.push(step);
		}
		return silent;
	}

	test("of a design", async () => {
		const { designer, outsider } = world;
		const { id, set_ids } = await createProximityDesign(service, designer);
		const claims: BuildLease[] = [];
		const claim = async () => claims.push(...[await claimBuild(service, "test")].filter((taken) => taken !== null));
		const settle = async (as: (claimed: BuildLease) => Promise<void>) => {
			const claimed = claims.pop();
			if (claimed === undefined) throw new Error("No build was taken.");
			await as(claimed);
		};
		const file = {
			file_key: "builds/x.tgt",
			size: 10,
			sha256: "0".repeat(64),
			format_version: "1.0",
			sources: [],
			audience_index_version: null,
			sets: [],
		};
		const csv = () => Readable.from([Buffer.from("latitude,longitude,radius\n52.5,13.4,50\n")]);
		const told = async () => {
			const url = `/targeting/designs/${id}?KEY=${key}`;
			return (await callRoute(getDesignRoute, { url, params: { design_id: id } })).body.response?.data?.updated_at;
		};
		const silent = await untold(
			{
				renamed: () => editDesign(service, designer, id, { name: "Museums" }),
				priced: () => editDesign(service, world.customerAdministrator, id, { price_cpm: { base: "1.5" } }),
				"given other geofences": () =>
					importGeofences(
						service,
						designer,
						{ designId: id, setId: set_ids[0] ?? "" },
						{ contentType: "text/csv", body: csv() },
					),
				shared: () =>
					shareDesign(service, designer, id, {
						collaborators: [{ type: "user", id: outsider.userId, permissions: { view: true, edit: false } }],
					}),
				"given visibility tags": () => setDesignVisibility(service, designer, id, { tags: ["spring"] }),
				requested: () => requestBuild(service, designer, id, { reason: "weekly" }),
				"taken by a worker": claim,
				rejected: () => settle((claimed) => rejectBuild(service, claimed, "no sets")),
				"requested again": () => requestBuild(service, designer, id, { reason: "weekly" }),
				"taken once more": claim,
				built: () => settle((claimed) => completeBuild(service, claimed, file)),
			},
			told,
		);
		expect(silent).toEqual([]);
	});

	test("of a deployment", async () => {
		const { administrator, designer } = world;
		const { design, deployment } = await createRequest(service, world);
		const { id } = deployment;
		const told = async () => {
			const answer = await callRoute(listDeploymentsRoute, { url: `/targeting/deployments?KEY=${key}&q=${id}` });
			return Array.from(answer.body.response?.data as unknown as Answered[])[0]?.updated_at;
		};
		const silent = await untold(
			{
				activated: () => activateDeployment(service, administrator, id),
				tagged: () => tagDeployment(service, administrator, id, { tags: ["eu"] }),
				deactivated: () => deactivateDeployment(service, administrator, id),
				reactivated: () => activateDeployment(service, administrator, id),
				"replaced by a newer build": async () => {
					const buildId = await completeABuild(service, designer, design.id);
					const newer = await requestDeployment(service, designer, buildId, { targetId: world.target.id });
					service.advance(1_000);
					await activateDeployment(service, administrator, newer.id);
				},
			},
			told,
		);
		expect(silent).toEqual([]);
	});
});
