import { deploymentDetail } from "@/lib/contract/deployment";
import { ApiClient } from "../support/api-client";
import {
	buildDesign,
	createDesign,
	createTarget,
	decide,
	deploy,
	ownPlace,
	requestDeployment,
} from "../support/deployed";
import { openGuide } from "../support/guide";
import { agentTarget } from "../support/service";
import { expect, test } from "../support/test";

test("a question about a design goes on while the agent loads another", async ({ service, openPageOf, startAgent }) => {
	const { target, key } = agentTarget(service.seed);
	const agent = await startAgent(key);
	await expect.poll(agent.isReady).toBe(true);
	const guide = await openGuide(await openPageOf(service.seed.designer));
	await guide.getByRole("textbox").first().fill("0");
	const asked = await guide.getByText(/^(Look up a device of|Try a point inside) /).textContent();
	const { name } = await deploy(service, "Loaded meanwhile", { ...target, key });
	await expect(guide.getByRole("list", { name: "Getting started" })).toContainText(name);
	await expect(guide.getByRole("textbox").first()).toHaveValue("0");
	await expect(guide.getByText(asked ?? "")).toBeVisible();
});

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
