import { deploymentDetail } from "@/lib/contract/deployment";
import { ApiClient } from "../support/api-client";
import { buildDesign, createDesign, createTarget, decide, ownPlace, requestDeployment } from "../support/deployed";
import { openGuide } from "../support/guide";
import { expect, test } from "../support/test";

test("the first steps end with what an agent has loaded, however many newer requests wait", async ({
	service,
	openPageOf,
	startAgent,
}) => {
	const target = await createTarget(service, "Lake servers");
	const build = await buildDesign(service, await createDesign(service, "Ferry piers", ownPlace()));
	const loaded = await requestDeployment(service, build, target);
	await decide(service, loaded, "activate");
	await startAgent(target.key);
	const customer = new ApiClient(service, service.seed.designer.key);
	const actual = async () => (await customer.get(deploymentDetail, `/api/deployments/${loaded}`)).agents;
	await expect.poll(actual).toMatchObject([{ state: "loaded" }]);
	for (let count = 1; count <= 21; count += 1) {
		await requestDeployment(service, build, await createTarget(service, `Pier servers ${count}`));
	}
	const guide = await openGuide(await openPageOf(service.seed.designer));
	await expect(guide.getByRole("status").first()).toHaveText("6 of 7 done");
	await expect(guide.getByRole("list", { name: "Getting started" })).toContainText("Ferry piers");
});
