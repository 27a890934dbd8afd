import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as listBuilds } from "@/app/targeting/builds/route";
import { GET as listDeployments } from "@/app/targeting/deployments/route";
import { GET as listDesigns } from "@/app/targeting/designs/route";
import type { Principal } from "@/lib/domain/access/principal";
import { claimBuild } from "@/lib/domain/builds/claim-build";
import { completeBuild } from "@/lib/domain/builds/complete-build";
import type { BuildLease } from "@/lib/domain/builds/lease";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { deactivateDeployment } from "@/lib/domain/deployments/transitions/deactivate-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { tagDeployment } from "@/lib/domain/deployments/transitions/tag-deployment";
import { createDesign } from "@/lib/domain/designs/create-design";
import type { RouteHandler } from "@/lib/http/routes/route";
import { setService } from "@/lib/platform/service";
import { type Answered, callRoute } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { circle, createWorld, issueKey, type World } from "@/lib/tools/testing/world";

/**
 * A line of a parameter table: the parameter, its meaning, a query, and what the list holds then.
 */
type Line = readonly [parameter: string, meaning: string, query: () => string, rows: readonly string[]];

/** The moment of a step of the story below; builds are leased for longer than all of it takes. */
const at = (step: number) => new Date(Date.UTC(2026, 1, 3, 4, 5, 6) + step * 100);
const second = at(0).getTime() / 1_000;

/*
 * Alpha's first build is activated in the north and its second is requested there. Beta's was activated in the south, and then
 * deactivated. Gamma's, requested before all others and completed after them, is nowhere; Delta has none.
 */
describe("parameters of the specification's lists", () => {
	let service: TestService;
	let world: World;
	let key: string;
	/** What rows are called here, by their ids. */
	const names: Record<string, string> = {};
	const slugs: Record<string, string> = {};

	const during = (step: number) => ({ ...service, now: () => at(step) });

	async function create(name: string, owner: Principal, type: "proximity" | "audience", tag: string) {
		const contents =
			type === "proximity"
				? { geofences: { type: "FeatureCollection" as const, features: [circle(13, 52)] } }
				: { audience: { sources: ["visits"], where: { segment: "gym" } } };
		const sets = [{ set_name: `Places of ${name}`, ...contents }];
		const { id } = await createDesign(during(0), owner, { name, type, sets });
		await service.prisma.design.update({ where: { id }, data: { visibility_tags: [tag] } });
		names[id] = name;
		return id;
	}

	async function begin(designId: string, by: Principal, step: number): Promise<BuildLease> {
		await requestBuild(during(step), by, designId, { reason: "campaign" });
		const claim = await claimBuild(during(step + 1), "test");
		if (claim?.design_id !== designId) throw new Error("Another build was waiting.");
		return claim;
	}

	async function complete(claim: BuildLease, step: number, size: number) {
		const sets = await service.prisma.designSet.findMany({ where: { design_id: claim.design_id } });
		await completeBuild(during(step), claim, {
			file_key: `builds/${claim.id}.tgt`,
			size,
			sha256: String(step % 10).repeat(64),
			format_version: "1.0",
			sources: [],
			audience_index_version: null,
			sets: sets.map(({ id, name, targeting_code: targetingCode }) => ({
				set_id: id,
				name,
				targeting_code: targetingCode,
				item_count: 1,
			})),
		});
		return claim.id;
	}

	async function request(name: string, step: number, by: Principal, buildId: string, targetId: string) {
		const { id } = await requestDeployment(during(step), by, buildId, { targetId });
		names[id] = name;
		return id;
	}

	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		world = await createWorld(service);
		key = await issueKey(service, world.operator, ["manage", "administer"]);
		const { designer, colleague, outsider, administrator, otherAdministrator, target, otherTarget } = world;
		for (const { id, slug } of await service.prisma.organization.findMany()) slugs[id] = slug;
		await service.prisma.target.update({ where: { id: otherTarget.id }, data: { type: "edge" } });
		const alpha = await create("Alpha", designer, "proximity", "spring");
		const beta = await create("Beta", outsider, "audience", "autumn");
		const gamma = await create("Gamma", colleague, "proximity", "autumn");
		await create("Delta", designer, "proximity", "winter");
		const ofGamma = await begin(gamma, colleague, 1);
		const ofBeta = await complete(await begin(beta, outsider, 3), 5, 2_000);
		const first = await complete(await begin(alpha, designer, 6), 8, 1_000);
		const south = await request("Beta, south", 9, outsider, ofBeta, otherTarget.id);
		const north = await request("Alpha, north", 10, designer, first, target.id);
		await activateDeployment(during(11), administrator, north);
		await activateDeployment(during(21), otherAdministrator, south);
		await deactivateDeployment(during(22), otherAdministrator, south);
		const newer = await complete(await begin(alpha, designer, 23), 25, 1_500);
		await request("Alpha again, north", 26, designer, newer, target.id);
		await tagDeployment(during(27), administrator, north, { tags: ["eu"] });
		await complete(ofGamma, 30, 500);
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const north = () => slugs[world.target.organization_id];
	const south = () => slugs[world.otherTarget.organization_id];
	const status = (value: string, target?: string) =>
		`deployment_status=${value}${target === undefined ? "" : `&deployment_target=${target}`}`;

	function table(title: string, handler: RouteHandler, lines: readonly Line[]): void {
		describe(title, () => {
			test.each(lines)("%s: %s", async (parameter, _meaning, query, rows) => {
				const answer = await callRoute(handler, { url: `/targeting/x?KEY=${key}&${query()}` });
				expect([answer.status, answer.body.message]).toEqual([200, undefined]);
				const listed = Array.from(answer.body.response?.data as unknown as Answered[], ({ id }) => names[String(id)]);
				expect(parameter === "sort" ? listed : [...listed].sort()).toEqual(rows);
				const total = parameter === "limit" || parameter === "offset" ? undefined : rows.length;
				expect(answer.body.response).toMatchObject({
					included_row_count: rows.length,
					...(total === undefined ? {} : { total_row_count: total }),
				});
			});
		});
	}

	table("List Designs", listDesigns, [
		["(none)", "all designs the caller may see", () => "", ["Alpha", "Beta", "Delta", "Gamma"]],
		["limit", "maximum rows per page", () => "q=alpha&limit=5", ["Alpha"]],
		["limit", "none of them", () => "limit=0", []],
		["offset", "of the first row", () => "q=alpha&offset=1", []],
		["owner", "user id of the design's owner", () => `owner=${world.designer.userId}`, ["Alpha", "Delta"]],
		[
			"owner_org_id",
			"organization id of the owner",
			() => `owner_org_id=${world.designer.organizationId}`,
			["Alpha", "Delta", "Gamma"],
		],
		["q", "a word of the name, begun", () => "q=gam", ["Gamma"]],
		["q", "words of a set, in any order", () => "q=beta%20places", ["Beta"]],
		["type", "proximity", () => "type=proximity", ["Alpha", "Delta", "Gamma"]],
		["type", "audience", () => "type=audience", ["Beta"]],
		["visibility", "designs that lack the tag are left out", () => "visibility=autumn", ["Beta", "Gamma"]],
		["visibility", "one of the tags is enough", () => "visibility=winter,spring", ["Alpha", "Delta"]],
		["visibility", "one after the other", () => "visibility=winter&visibility=spring", ["Alpha", "Delta"]],
		["visibility", "an empty list matches nothing", () => "visibility=", []],
	]);

	table("List Builds", listBuilds, [
		["(none)", "designs that have been successfully built", () => "", ["Alpha", "Beta", "Gamma"]],
		["limit", "maximum rows per page", () => "q=gamma&limit=5", ["Gamma"]],
		["offset", "of the first row", () => "q=gamma&offset=1", []],
		["q", "full-text search", () => "q=places%20of%20alpha", ["Alpha"]],
		["type", "proximity", () => "type=proximity", ["Alpha", "Gamma"]],
		["type", "audience", () => "type=audience", ["Beta"]],
		["visibility", "as in List Designs", () => "visibility=spring,autumn", ["Alpha", "Beta", "Gamma"]],
		["deployment_status", "activated", () => status("activated"), ["Alpha"]],
		["deployment_status", "deactivated", () => status("deactivated"), ["Beta"]],
		["deployment_status", "requested", () => status("requested"), ["Alpha"]],
		["deployment_status", "requested_replacement", () => status("requested_replacement"), ["Alpha"]],
		["deployment_status", "out_of_date", () => status("out_of_date"), ["Alpha"]],
		["deployment_status", "undeployed", () => status("undeployed"), ["Gamma"]],
		["deployment_status", "any of some", () => status("deactivated,undeployed"), ["Beta", "Gamma"]],
		[
			"deployment_status",
			"any of some, one after the other",
			() => `${status("deactivated")}&${status("undeployed")}`,
			["Beta", "Gamma"],
		],
		["deployment_status", "as if absent when it is empty", () => status(" , ", south()), ["Alpha", "Beta", "Gamma"]],
		["deployment_target", "as if absent when it is empty", () => status("activated", ""), ["Alpha"]],
		["deployment_target", "activated on it", () => status("activated", north()), ["Alpha"]],
		["deployment_target", "activated, not on it", () => status("activated", south()), []],
		["deployment_target", "deactivated on it", () => status("deactivated", south()), ["Beta"]],
		["deployment_target", "requested on it", () => status("requested", north()), ["Alpha"]],
		["deployment_target", "a replacement on it", () => status("requested_replacement", north()), ["Alpha"]],
		["deployment_target", "a replacement, not on it", () => status("requested_replacement", south()), []],
		["deployment_target", "out of date on it", () => status("out_of_date", north()), ["Alpha"]],
		["deployment_target", "out of date, not on it", () => status("out_of_date", south()), []],
		["deployment_target", "undeployed on it", () => status("undeployed", south()), ["Alpha", "Gamma"]],
		[
			"deployment_target",
			"undeployed on none of an organization's targets",
			() => status("undeployed", north()),
			["Beta", "Gamma"],
		],
		[
			"deployment_target",
			"undeployed on one of an organization's targets",
			() => status("undeployed", world.secondTarget.slug),
			["Alpha", "Beta", "Gamma"],
		],
		[
			"deployment_target",
			"undeployed on one of two organizations",
			() => status("undeployed", `${north()},${south()}`),
			["Alpha", "Beta", "Gamma"],
		],
		[
			"deployment_target",
			"one of some",
			() => status("activated,deactivated", `${north()},${south()}`),
			["Alpha", "Beta"],
		],
		[
			"deployment_target",
			"no effect without deployment_status",
			() => `deployment_target=${south()}`,
			["Alpha", "Beta", "Gamma"],
		],
		["min_size", "of the most recent build's file, in bytes", () => "min_size=1500", ["Alpha", "Beta"]],
		["min_size", "one byte more", () => "min_size=1501", ["Beta"]],
		["max_size", "of the same", () => "max_size=1500", ["Alpha", "Gamma"]],
		["max_size", "one byte less", () => "max_size=1499", ["Gamma"]],
		["sort", "build_date", () => "sort=build_date", ["Gamma", "Alpha", "Beta"]],
		["sort", "requested_at", () => "sort=requested_at", ["Alpha", "Beta", "Gamma"]],
		["sort", "last_build_size", () => "sort=last_build_size", ["Beta", "Alpha", "Gamma"]],
	]);

	table("List Deployments", listDeployments, [
		["(none)", "activated, deactivated or requested", () => "", ["Alpha again, north", "Alpha, north", "Beta, south"]],
		["limit", "maximum rows per page", () => "q=beta&limit=5", ["Beta, south"]],
		["offset", "of the first row", () => "q=beta&offset=1", []],
		["q", "full-text search", () => "q=alph", ["Alpha again, north", "Alpha, north"]],
		["type", "proximity", () => "type=proximity", ["Alpha again, north", "Alpha, north"]],
		["type", "audience", () => "type=audience", ["Beta, south"]],
		["target_type", "on-premises", () => "target_type=on-premises", ["Alpha again, north", "Alpha, north"]],
		["target_type", "another", () => "target_type=edge", ["Beta, south"]],
		["visibility", "as in List Designs", () => "visibility=spring", ["Alpha again, north", "Alpha, north"]],
		["status", "activated", () => "status=activated", ["Alpha, north"]],
		["status", "deactivated", () => "status=deactivated", ["Beta, south"]],
		["status", "requested: what waits for an administrator", () => "status=requested", ["Alpha again, north"]],
		["status", "any of some", () => "status=requested,deactivated", ["Alpha again, north", "Beta, south"]],
		[
			"status",
			"any of some, one after the other",
			() => "status=requested&status=deactivated",
			["Alpha again, north", "Beta, south"],
		],
		["sort", "as if absent when it is empty", () => "type=&sort=&order=&q=beta", ["Beta, south"]],
		["min_size", "of the deployed file, in bytes", () => "min_size=1500", ["Alpha again, north", "Beta, south"]],
		["min_size", "one byte more", () => "min_size=1501", ["Beta, south"]],
		["max_size", "of the same", () => "max_size=1500", ["Alpha again, north", "Alpha, north"]],
		["max_size", "one byte less", () => "max_size=1499", ["Alpha, north"]],
		["start_date", "lower bound on time of approval", () => `start_date=${second + 2}`, ["Beta, south"]],
		["end_date", "upper bound on time of approval", () => `end_date=${second + 1}`, ["Alpha, north"]],
		["new_build", "of the first build of a design", () => "new_build=true", ["Alpha, north", "Beta, south"]],
		["new_build", "of a refreshed build", () => "new_build=false", ["Alpha again, north"]],
		["new_build", "of the first build, in other words", () => "new_build=TRUE", ["Alpha, north", "Beta, south"]],
		["new_build", "of a refreshed build, in other words", () => "new_build=0", ["Alpha again, north"]],
		["sort", "updated_at", () => "sort=updated_at", ["Alpha, north", "Alpha again, north", "Beta, south"]],
		["sort", "approved_at", () => "sort=approved_at", ["Beta, south", "Alpha, north", "Alpha again, north"]],
		["sort", "build_date", () => "sort=build_date", ["Alpha again, north", "Alpha, north", "Beta, south"]],
		["sort", "build_size", () => "sort=build_size", ["Beta, south", "Alpha again, north", "Alpha, north"]],
	]);
});
