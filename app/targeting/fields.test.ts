import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as listBuildsRoute } from "@/app/targeting/builds/route";
import { GET as listDeploymentsRoute } from "@/app/targeting/deployments/route";
import { GET as getDesignRoute } from "@/app/targeting/designs/[design_id]/route";
import { GET as tokenByIdRoute } from "@/app/token/user/[user_id]/route";
import type { Principal } from "@/lib/domain/access/principal";
import { editOrganization } from "@/lib/domain/accounts/organizations/edit-organization";
import { claimBuild } from "@/lib/domain/builds/claim-build";
import { completeBuild } from "@/lib/domain/builds/complete-build";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { deactivateDeployment } from "@/lib/domain/deployments/transitions/deactivate-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { tagDeployment } from "@/lib/domain/deployments/transitions/tag-deployment";
import { createDesign } from "@/lib/domain/designs/create-design";
import { editDesign } from "@/lib/domain/designs/edit-design";
import { shareDesign } from "@/lib/domain/designs/share-design";
import type { RouteHandler } from "@/lib/http/routes/route";
import { setService } from "@/lib/platform/service";
import { type Answered, callRoute, type RouteAnswer } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { circle, createWorld, issueKey, type World } from "@/lib/tools/testing/world";

/**
 * A line of a field table of the contract: the field, its note, and its value in the world below,
 * where no two fields that could be mistaken for each other have the same.
 */
type Line = readonly [field: string, note: string, value: () => unknown];

/** The moment of a step of the world's story. */
const at = (step: number) => new Date(Date.UTC(2026, 1, 3, 4, step, 5, 100 + step)).toISOString();

describe("fields of the specification's tables", () => {
	let service: TestService;
	let world: World;
	/**
	 * What the tables below speak of: ids, and the rows as the collaborator with edit from another
	 * organization reads them.
	 */
	const ids: Record<string, string> = {};
	const rows: Record<string, Answered> = {};
	/** Whole answers, for the tables of the envelopes. */
	const answers: Record<string, RouteAnswer> = {};
	const org: Record<string, { slug: string; name: string }> = {};
	const targets: Record<string, string> = {};

	const during = (step: number) => ({ ...service, now: () => new Date(at(step)) });

	async function build(designId: string, by: Principal, step: number, size: number, sources: string[] = []) {
		await requestBuild(during(step), by, designId, { reason: "weekly" });
		const claim = await claimBuild(during(step + 1), "test");
		if (claim?.design_id !== designId) throw new Error("Another build was waiting.");
		const sets = await service.prisma.designSet.findMany({
			where: { design_id: designId },
			orderBy: { position: "asc" },
		});
		await completeBuild(during(step + 2), claim, {
			file_key: `builds/${claim.id}.tgt`,
			size,
			sha256: String(step % 10).repeat(64),
			format_version: "1.0",
			sources,
			audience_index_version: sources.length === 0 ? null : new Date(at(1)),
			sets: sets.map(({ id, name, targeting_code: targetingCode }) => ({
				set_id: id,
				name,
				targeting_code: targetingCode,
				item_count: 1,
			})),
		});
		return claim.id;
	}

	const read = async (handler: RouteHandler, by: Principal, query: string, params = {}) => {
		const key = await issueKey(service, by, ["manage", "administer"]);
		const answer = await callRoute(handler, { url: `/targeting/x?KEY=${key}&${query}`, params });
		return answer.body.response?.data as Answered;
	};
	const design = (by: Principal, id = "design") => read(getDesignRoute, by, "", { design_id: ids[id] ?? "" });
	const first = async (handler: RouteHandler, by: Principal, id: string) =>
		Array.from((await read(handler, by, `q=${ids[id]}`)) as unknown as Answered[])[0] as Answered;

	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		world = await createWorld(service);
		const { designer, outsider, administrator, otherAdministrator } = world;
		for (const each of await service.prisma.organization.findMany()) org[each.id] = each;
		for (const each of await service.prisma.target.findMany()) targets[each.id] = each.name;

		const geofences = (count: number) => ({
			type: "FeatureCollection" as const,
			features: Array.from({ length: count }, (_, index) => circle(13 + index, 52)),
		});
		const created = await createDesign(during(2), designer, {
			name: "Museums",
			type: "proximity",
			sets: [
				{ set_name: "Berlin", targeting_code: "B-1", geofences: geofences(1) },
				{ set_name: "Roma centro", geofences: geofences(2) },
			],
		});
		ids.design = created.id;
		[ids.set = "", ids.otherSet = ""] = created.sets.map(({ set_id }) => set_id);
		await shareDesign(during(3), designer, created.id, {
			collaborators: [{ type: "user", id: outsider.userId, permissions: { view: true, edit: true } }],
		});
		await shareDesign(during(4), designer, created.id, {
			collaborators: [
				{ type: "user", id: outsider.userId, permissions: { view: true, edit: true } },
				{ type: "org", id: otherAdministrator.organizationId, permissions: { view: true, edit: false } },
			],
		});
		ids.build = await build(created.id, outsider, 5, 4_711);
		const request = async (step: number, by: Principal, buildId: string | undefined, { id }: { id: string }) =>
			(await requestDeployment(during(step), by, buildId ?? "", { targetId: id })).id;
		ids.deployment = await request(8, world.colleague, ids.build, world.target);
		ids.elsewhere = await request(9, outsider, ids.build, world.otherTarget);
		await activateDeployment(during(10), administrator, ids.deployment);
		await activateDeployment(during(11), otherAdministrator, ids.elsewhere);
		await deactivateDeployment(during(12), world.operator, ids.deployment);
		await activateDeployment(during(13), world.operator, ids.deployment);
		await tagDeployment(during(14), administrator, ids.deployment, { tags: ["eu", "fast"] });
		await editDesign(during(15), designer, created.id, {
			name: "Galleries",
			sets: [
				{ set_id: ids.set, set_name: "Berlin Mitte" },
				{ set_id: ids.otherSet, set_name: "Roma centro" },
			],
		});
		await service.prisma.design.update({ where: { id: created.id }, data: { price_cpm: "1.2345" } });
		ids.newest = await build(created.id, designer, 16, 5_000);
		ids.waiting = await request(19, designer, ids.newest, world.secondTarget);

		const audience = await createDesign(during(20), designer, {
			name: "Travellers",
			type: "audience",
			sets: [{ set_name: "A", audience: { sources: ["one", "two"], where: { segment: "gym" } } }],
		});
		ids.audience = audience.id;
		ids.audienceBuild = await build(audience.id, designer, 21, 6_000, ["one", "two"]);
		ids.audienceDeployment = await request(24, designer, ids.audienceBuild, world.target);

		const key = await issueKey(service, designer, ["manage"]);
		const detail = { url: `/targeting/designs/x?KEY=${key}`, params: { design_id: ids.design } };
		answers.one = await callRoute(getDesignRoute, detail);
		answers.list = await callRoute(listDeploymentsRoute, { url: `/targeting/deployments?KEY=${key}&limit=2` });
		const tokens = await issueKey(service, world.customerAdministrator, ["tokens"]);
		const granted = (query: string) => ({ url: `/token/user/x?KEY=${query}`, params: { user_id: designer.userId } });
		answers.granted = await callRoute(tokenByIdRoute, granted(tokens));
		answers.refused = await callRoute(tokenByIdRoute, granted("tsk_mistyped"));
		rows.design = await design(outsider);
		rows.listed = await first(listBuildsRoute, outsider, "design");
		rows.deployment = await first(listDeploymentsRoute, outsider, "deployment");
		rows.waiting = await first(listDeploymentsRoute, outsider, "waiting");
		rows.audience = await first(listBuildsRoute, designer, "audience");
		rows.audienceDeployment = await first(listDeploymentsRoute, designer, "audienceDeployment");
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	/** One test for each line, and one that there is no other field. */
	function table(title: string, row: () => unknown, lines: readonly Line[]): void {
		describe(title, () => {
			test.each(lines)("%s: %s", (field, _note, value) => {
				expect(row()).toHaveProperty([field]);
				expect((row() as Answered)[field]).toEqual(value());
			});
			test("no other field", () => {
				expect(Object.keys(row() as Answered).sort()).toEqual(lines.map(([field]) => field).sort());
			});
		});
	}

	/** The token's lifetime of 24 hours, by the clock of the test. */
	const inADay = (value: number) =>
		Number.isInteger(value) && Math.abs(value * 1000 - service.now().getTime() - 24 * 3_600_000) < 60_000;
	const nth = (list: unknown, index: number) => Array.from(list as Answered[])[index];

	table("Response envelope of the token API, on success", () => answers.granted?.body, [
		["status", "success, fail or error", () => "success"],
		["data", "present for success", () => expect.any(Object)],
		["version", "API version of the response", () => 4],
	]);

	table("Response envelope of the token API, on an error", () => answers.refused?.body, [
		["status", "success, fail or error", () => "error"],
		["message", "present for error", () => "invalid API key"],
		["version", "API version of the response", () => 4],
	]);

	table("Token grant", () => answers.granted?.body.data, [
		["uid", "user id; used in the refresh path", () => world.designer.userId],
		["token", "access token", () => expect.stringMatching(/^tst_[\w-]{53}$/)],
		["expiration", "epoch seconds", () => expect.toSatisfy(inADay)],
	]);

	table("Response envelope of the management API", () => answers.list?.body, [
		["version", "of the API response", () => 4],
		["status", "OK on success", () => "OK"],
		["response", "the response object", () => expect.any(Object)],
	]);

	table("response of Get Design", () => answers.one?.body.response, [
		["data", "single design object", () => expect.objectContaining({ id: ids.design })],
	]);

	table("response of a list", () => answers.list?.body.response, [
		["data", "rows", () => [expect.anything(), expect.anything()]],
		["included_row_count", "rows in this response's data", () => 2],
		["total_row_count", "rows available in total", () => 4],
	]);

	table("Design", () => rows.design, [
		["id", "design id", () => ids.design],
		["name", "design name", () => "Galleries"],
		["type", "proximity or audience", () => "proximity"],
		["status", "of the design", () => "built"],
		["created_at", "creation time", () => at(2)],
		["updated_at", "most recent update", () => at(18)],
		["external_build", "tied to a build created elsewhere", () => false],
		["design_size", "deprecated, and there: the number of geofences", () => 3],
		["most_recent_build", "build id of the most recent build", () => ids.newest],
		["owner_id", "user id of the owner", () => world.designer.userId],
		["owner_org_id", "organization id of the owner", () => world.designer.organizationId],
		["owner_name", "e-mail of the owner", () => world.designer.email],
		["price_cpm", "base: a decimal string", () => ({ base: "1.2345" })],
		["active_builds", "builds deployed, not deployments", () => 1],
		["is_shared_to_current_user", "shared with the calling user", () => true],
		["is_shared_to_current_org", "not with the caller's organization", () => false],
		["sets", "as they are now", () => [expect.objectContaining({ set_name: "Berlin Mitte" }), expect.anything()]],
		["set_ids", "all set ids of the design", () => [ids.set, ids.otherSet]],
		["collaborators", "users or orgs granted access", () => [expect.anything(), expect.anything()]],
	]);

	table("Set", () => nth(rows.design?.sets, 1), [
		["set_id", "set id", () => ids.otherSet],
		["set_name", "set name", () => "Roma centro"],
		["targeting_code", "made from the name, where none was given", () => "ROMA-CENTRO"],
	]);

	table("Collaborator, a user", () => nth(rows.design?.collaborators, 0), [
		["type", "user or org", () => "user"],
		["id", "user id", () => world.outsider.userId],
		["label", "e-mail for a user", () => world.outsider.email],
		["permissions", "view and edit", () => ({ view: true, edit: true })],
	]);

	table("Collaborator, an organization", () => nth(rows.design?.collaborators, 1), [
		["type", "user or org", () => "org"],
		["id", "org id", () => world.otherAdministrator.organizationId],
		["label", "name for an org", () => org[world.otherAdministrator.organizationId]?.name],
		["permissions", "view and edit", () => ({ view: true, edit: false })],
	]);

	table("Build-list row", () => rows.listed, [
		["id", "design id", () => ids.design],
		["type", "proximity or audience", () => "proximity"],
		["name", "design name", () => "Galleries"],
		["owner", "e-mail of the owner", () => world.designer.email],
		["builds", "newest first", () => [expect.objectContaining({ id: ids.newest }), expect.anything()]],
		["deployments", "current ones", () => [expect.anything(), expect.anything(), expect.anything()]],
		["last_build_id", "most recent build", () => ids.newest],
		["last_build_name", "of the most recent build", () => "Galleries"],
		["last_build_builder", "e-mail", () => world.designer.email],
		["last_build_date", "completion time", () => at(18)],
		["last_build_source", "deprecated, and there: null for proximity", () => null],
		["last_build_sources", "null for proximity", () => null],
		["last_build_size", "bytes", () => 5_000],
		["last_build_audience_index_version", "null for proximity", () => null],
	]);

	table("Build of a proximity design", () => nth(rows.listed?.builds, 1), [
		["id", "build id", () => ids.build],
		["name", "the design's name when the build was generated", () => "Museums"],
		["status", "only DONE", () => "DONE"],
		["size", "bytes of the targeting file", () => 4_711],
		["requested_at", "when the build was requested", () => at(5)],
		["build_date", "when the build completed", () => at(7)],
		["builder", "e-mail of who requested the build", () => world.outsider.email],
		["price_cpm", "as it was then", () => ({ base: "0.45" })],
	]);

	table("Build of an audience design", () => nth(rows.audience?.builds, 0), [
		["id", "build id", () => ids.audienceBuild],
		["name", "the design's name when the build was generated", () => "Travellers"],
		["status", "only DONE", () => "DONE"],
		["size", "bytes of the targeting file", () => 6_000],
		["requested_at", "when the build was requested", () => at(21)],
		["build_date", "when the build completed", () => at(23)],
		["builder", "e-mail of who requested the build", () => world.designer.email],
		["source", "deprecated, and there: the first of the sources", () => "one"],
		["sources", "inventory sources", () => ["one", "two"]],
		["audience_index_version", "date the source was last processed", () => at(1)],
		["price_cpm", "as it was then", () => ({ base: "0.60" })],
	]);

	test("Build-list row of an audience design: last_build_source, last_build_sources, last_build_audience_index_version", () => {
		expect(rows.audience).toMatchObject({
			type: "audience",
			last_build_source: "one",
			last_build_sources: ["one", "two"],
			last_build_audience_index_version: at(1),
		});
	});

	table("deployments of a Build-list row", () => nth(rows.listed?.deployments, 0), [
		["id", "deployment id", () => ids.waiting],
		["target", "target name", () => targets[world.secondTarget.id]],
		["target_id", "target id", () => world.secondTarget.id],
		["status", "activated, deactivated, requested", () => "requested"],
		["build_id", "build of this deployment", () => ids.newest],
	]);

	table("Deployment", () => rows.deployment, [
		["id", "deployment id", () => ids.deployment],
		["status", "activated, deactivated, requested", () => "activated"],
		["type", "proximity or audience", () => "proximity"],
		["design_id", "of the design", () => ids.design],
		["build_id", "of the build", () => ids.build],
		["design_name", "current design name", () => "Galleries"],
		["build_name", "name of the build", () => "Museums"],
		["filesize", "bytes of the deployed file", () => 4_711],
		["source", "deprecated, and there: null for proximity", () => null],
		["sources", "null for proximity", () => null],
		["price_cpm", "of the build", () => ({ base: "0.45" })],
		["build_org", "slug of the builder's org", () => org[world.outsider.organizationId]?.slug],
		["build_org_id", "the builder's org", () => world.outsider.organizationId],
		["builder", "who generated the build", () => world.outsider.email],
		["requester", "who requested the deployment", () => world.colleague.email],
		["deployer", "who approved it", () => world.administrator.email],
		["build_date", "build completion", () => at(7)],
		["updated_at", "latest update of the deployment", () => at(14)],
		["approved_at", "when first marked activated", () => at(10)],
		["new_build", "for the first build of its design", () => true],
		["tags", "comma-delimited", () => "eu,fast"],
		["target", "target name", () => targets[world.target.id]],
		["target_id", "of the target", () => world.target.id],
		[
			"sets",
			"sets of the build",
			() => [
				{ set_id: ids.set, set_name: "Berlin", targeting_code: "B-1" },
				{ set_id: ids.otherSet, set_name: "Roma centro", targeting_code: "ROMA-CENTRO" },
			],
		],
	]);

	test("Deployment: build_org and build_org_id are of when the build was requested, whatever organization its builder is of since", async () => {
		const { userId, organizationId } = world.outsider;
		const moveTo = (to: string) =>
			service.prisma.user.update({ where: { id: userId }, data: { organization_id: to }, select: { id: true } });
		await moveTo(world.otherAdministrator.organizationId);
		try {
			expect(await first(listDeploymentsRoute, world.designer, "deployment")).toMatchObject({
				build_org: org[organizationId]?.slug,
				build_org_id: organizationId,
				builder: world.outsider.email,
			});
		} finally {
			await moveTo(organizationId);
		}
	});

	test("Deployment that waits: deployer, approved_at, tags, new_build of a later build", () => {
		expect(rows.waiting).toMatchObject({
			status: "requested",
			deployer: null,
			approved_at: null,
			tags: "",
			new_build: false,
			updated_at: at(19),
			price_cpm: { base: "1.2345" },
		});
	});

	test("Deployment of an audience design: source, sources", () => {
		expect(rows.audienceDeployment).toMatchObject({ type: "audience", source: "one", sources: ["one", "two"] });
	});

	test("is_shared_to_current_user and is_shared_to_current_org are each caller's own", async () => {
		const told = async (by: Principal) => {
			const { is_shared_to_current_user: user, is_shared_to_current_org: organization } = await design(by);
			return [user, organization];
		};
		expect(await told(world.otherAdministrator)).toEqual([false, true]);
		expect(await told(world.administrator)).toEqual([false, false]);
		// Its members see all of the organization's designs, or only what is shared with them.
		expect(await told(world.designer)).toEqual([false, true]);
		const { organizationId: id } = world.designer;
		await editOrganization(service, world.operator, id, { members_see: "own_and_shared" });
		expect(await told(world.designer)).toEqual([false, false]);
		await editOrganization(service, world.operator, id, { members_see: "all" });
	});

	test("active_builds, sets, builds and deployments for who sees the design through a target only", async () => {
		const seen = await design(world.administrator);
		expect(seen).toMatchObject({ active_builds: 1, collaborators: [], set_ids: [ids.set, ids.otherSet] });
		const listed = await first(listBuildsRoute, world.administrator, "design");
		expect(Array.from(listed.deployments as unknown as Answered[]).map(({ id }) => id)).toEqual([
			ids.waiting,
			ids.deployment,
		]);
		await deactivateDeployment(service, world.administrator, ids.deployment ?? "");
		expect([(await design(world.administrator)).active_builds, (await design(world.designer)).active_builds]).toEqual([
			0, 1,
		]);
	});
});
