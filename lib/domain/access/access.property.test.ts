import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findBuildFile } from "@/lib/domain/builds/find-build-file";
import { listBuilds } from "@/lib/domain/builds/list-builds";
import { listDesignBuilds } from "@/lib/domain/builds/list-design-builds";
import { findDeploymentOrThrow } from "@/lib/domain/deployments/find-deployment-or-throw";
import { listDeploymentDetails } from "@/lib/domain/deployments/lists/list-deployment-details";
import { listDeployments } from "@/lib/domain/deployments/lists/list-deployments";
import { getDesign } from "@/lib/domain/designs/get-design";
import { listDesigns } from "@/lib/domain/designs/list-designs";
import { listTargets } from "@/lib/domain/targets/list-targets";
import { Prisma } from "@/lib/generated/prisma/client";
import { isDomainError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { buildAttributes, deploymentAttributes, designAttributes } from "@/lib/tools/testing/generated/attributes";
import { bothWays, type Rule } from "@/lib/tools/testing/generated/rows-by-filter";
import { storeWorld } from "@/lib/tools/testing/generated/store-world";
import { buildVisible, deploymentVisibility, targetVisible } from "@/lib/tools/testing/generated/visibility";
import { mergedWorld } from "@/lib/tools/testing/generated/world";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import {
	acceptingTargets,
	administeredDeployments,
	administeredTargets,
	anySharedDesign,
	deployedOnOwnTarget,
	deploymentsOfDirectDesigns,
	designVisibility,
	directlyVisibleDesigns,
	mayAdministerTarget,
	namedDesigns,
	onTargetAlone,
	targetAccepts,
	visibleBuilds,
	visibleDeploymentParts,
	visibleDeploymentRecordParts,
	visibleDeploymentRecords,
	visibleDeployments,
	visibleDesignParts,
	visibleDesigns,
	visibleTargets,
	visibleThroughTarget,
} from "./access";
import type { VisiblePart } from "./grounds";
import type { Principal } from "./principal";

const EVERYTHING = { limit: 500, offset: 0, order: "desc" } as const;
const DEPLOYMENTS = { ...EVERYTHING, sort: "updated_at" } as const;

const world = mergedWorld(20_261_135);
/** People who moved, whose requests stay with their former organization. */
const moved = world.deployments.map((row, number) => {
	const former = world.organizations[number % 4]?.id ?? "";
	return number % 5 === 0 ? { ...row, requester_org_id: former } : row;
});
const designs = world.designs.map((row) => ({ id: row.id, attributes: designAttributes(world, row) }));
const builds = world.builds.map((row) => ({ id: row.id, attributes: buildAttributes(world, row) }));
const deployments = moved.map((row) => ({ ...row, attributes: deploymentAttributes(world, row) }));

type Sees = Rule["sees"];
const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).sort();

const seenDesigns = (principal: Principal, ...how: readonly string[]) =>
	designs.filter(({ attributes }) => how.includes(designVisibility(principal, attributes)));
const visible: Sees = (principal) => seenDesigns(principal, "direct", "through_target");
const throughTarget: Sees = (principal) => seenDesigns(principal, "through_target");
const seenDeployments = (principal: Principal, ...how: readonly string[]) =>
	deployments.filter(({ attributes }) => how.includes(deploymentVisibility(principal, attributes)));
const listed = (principal: Principal) => seenDeployments(principal, "listed");
const recorded = (principal: Principal) => seenDeployments(principal, "listed", "record");
const seenBuilds: Sees = (principal) => builds.filter(({ attributes }) => buildVisible(principal, attributes));
const administered: Sees = (principal) => world.targets.filter((row) => mayAdministerTarget(principal, row));

const rulesOf =
	(from: Prisma.Sql, id: Prisma.Sql) =>
	(filter: Rule["filter"], sees: Sees): Rule => ({ from, id, filter, sees });
const ofDesigns = rulesOf(Prisma.sql`designs`, Prisma.sql`designs.id`);
const ofBuilds = rulesOf(Prisma.sql`builds JOIN designs ON designs.id = builds.design_id`, Prisma.sql`builds.id`);
const ofDeployments = rulesOf(Prisma.sql`deployments`, Prisma.sql`deployments.id`);
const ofOthers = rulesOf(Prisma.sql`deployments others`, Prisma.sql`others.id`);
const ofTargets = rulesOf(Prisma.sql`targets`, Prisma.sql`targets.id`);
const onTargets = rulesOf(Prisma.sql`design_targets`, Prisma.sql`design_targets.design_id`);

const RULES: Readonly<Record<string, Rule>> = {
	visibleDesigns: ofDesigns(visibleDesigns, visible),
	"visibleDesigns per row": ofDesigns((principal) => visibleDesigns(principal, "per row"), visible),
	directlyVisibleDesigns: ofDesigns(directlyVisibleDesigns, (principal) => seenDesigns(principal, "direct")),
	namedDesigns: ofDesigns(namedDesigns, (principal) => {
		const named = [...recorded(principal).map(({ design }) => design.id), ...ids(visible(principal))];
		return world.designs.filter(({ id }) => named.includes(id));
	}),
	anySharedDesign: ofDesigns(
		(principal) => Prisma.sql`designs.id = ${anySharedDesign(principal)}`,
		({ userId, organizationId }) =>
			world.designs.filter(({ collaborators }) =>
				collaborators.some(
					(entry) =>
						(entry.can_view || entry.can_edit) &&
						(entry.user_id === userId || entry.organization_id === organizationId),
				),
			),
	),
	onTargetAlone: onTargets(
		(principal) => (principal.role === "administrator" ? onTargetAlone(principal) : Prisma.sql`FALSE`),
		throughTarget,
	),
	visibleBuilds: ofBuilds(visibleBuilds, seenBuilds),
	"visibleBuilds per row": ofBuilds((principal) => visibleBuilds(principal, "per row"), seenBuilds),
	deployedOnOwnTarget: ofBuilds(deployedOnOwnTarget, ({ organizationId }) =>
		builds.filter(({ attributes }) => attributes.targetOrganizationIds.includes(organizationId)),
	),
	visibleDeployments: ofDeployments(visibleDeployments, listed),
	"visibleDeployments per row": ofOthers((principal) => visibleDeployments(principal, "others", "per row"), listed),
	visibleDeploymentRecords: ofDeployments(visibleDeploymentRecords, recorded),
	"visibleDeploymentRecords per row": ofDeployments(
		(principal) => visibleDeploymentRecords(principal, "per row"),
		recorded,
	),
	visibleThroughTarget: ofOthers(
		(principal) => {
			const seen = Prisma.sql`others.design_id::text = ANY (${ids(throughTarget(principal))})`;
			return Prisma.sql`${seen} AND ${visibleThroughTarget(principal, "others")}`;
		},
		(principal) => {
			const seen = ids(throughTarget(principal));
			return listed(principal).filter(({ design }) => seen.includes(design.id));
		},
	),
	deploymentsOfDirectDesigns: ofDeployments(deploymentsOfDirectDesigns, (principal) =>
		deployments.filter(({ attributes }) => designVisibility(principal, attributes.design) === "direct"),
	),
	administeredDeployments: ofDeployments(administeredDeployments, (principal) =>
		deployments.filter(({ target }) => mayAdministerTarget(principal, target)),
	),
	visibleTargets: ofTargets(visibleTargets, (principal) =>
		world.targets.filter((row) => targetVisible(principal, row)),
	),
	acceptingTargets: ofTargets(acceptingTargets, (principal) =>
		world.targets.filter((row) => targetAccepts(principal, row)),
	),
	administeredTargets: ofTargets(administeredTargets, administered),
};

/** Which parts of a list are personal. */
const personalParts = ({ role, membersSee }: Principal): boolean[] => {
	if (role === "operator") return [false];
	if (role === "administrator") return [false, false, true];
	return membersSee === "all" ? [false, true] : [true];
};

/** Lists in parts, each with what a counter must know of it. */
const PARTS: readonly [name: string, parts: (principal: Principal) => VisiblePart[], rule: Rule][] = [
	["visibleDesignParts", visibleDesignParts, RULES.visibleDesigns as Rule],
	["visibleDeploymentParts", visibleDeploymentParts, RULES.visibleDeployments as Rule],
	["visibleDeploymentRecordParts", visibleDeploymentRecordParts, RULES.visibleDeploymentRecords as Rule],
];

const oneOfEachRole = (["designer", "administrator", "operator"] as const).map((role) => {
	const found = world.principals.find((principal) => principal.role === role && principal.mayManage);
	if (found === undefined) throw new Error(`the generated world must have a caller with the role ${role}`);
	return found;
});

/** The ids among `all` that the operation finds. */
async function found(all: readonly { id: string }[], read: (id: string) => Promise<unknown>): Promise<string[]> {
	const seen: { id: string }[] = [];
	for (const row of all) {
		const outcome = await read(row.id).then(
			() => "seen",
			(thrown: unknown) => {
				if (isDomainError(thrown)) return thrown.kind;
				throw thrown;
			},
		);
		if (outcome !== "NotFound") seen.push(row);
	}
	return ids(seen);
}

describe.each(testDatabaseKinds())("access rules on %s", (kind) => {
	let service: TestService;
	beforeAll(async () => {
		service = await createTestService(kind);
		await storeWorld(service, { ...world, deployments: moved });
	});
	afterAll(() => service.drop());

	test.each(Object.entries(RULES))("%s and its predicate agree on every row", async (_, rule) => {
		const { byFilter, byPredicate } = await bothWays(service, rule, world.principals);
		expect(byFilter).toEqual(byPredicate);
		const numbers = byPredicate.map(({ ids }) => ids.length);
		expect(Math.min(...numbers)).toBeLessThan(Math.max(...numbers));
	});

	test.each(PARTS)("%s are disjoint, and counters have as many rows", async (_, partsOf, { from, id, sees }) => {
		for (const principal of world.principals) {
			const parts = partsOf(principal);
			expect(parts.map(({ personal }) => personal)).toEqual(personalParts(principal));
			const rows: string[] = [];
			for (const { where, personal, counted } of parts) {
				const found = await idsOf(Prisma.sql`SELECT ${id} FROM ${from} WHERE ${where}`);
				rows.push(...found);
				expect(personal).toBe(counted === null);
				if (counted === null) continue;
				const [total] = await service.prisma.$queryRaw<{ total: number }[]>(
					Prisma.sql`SELECT coalesce(sum(change), 0)::int AS total FROM list_counts
						WHERE list = ${counted.list} AND ${counted.where}`,
				);
				expect(total).toEqual({ total: found.length });
			}
			expect(rows.sort()).toEqual(ids(sees(principal)));
		}
	});

	async function idsOf(query: Prisma.Sql): Promise<string[]> {
		return (await service.prisma.$queryRaw<{ id: string }[]>(query)).map(({ id }) => id);
	}

	test("exactly the listed rows can be read one by one", async () => {
		const idsOnPage = (page: { rows: readonly { id: string }[]; total: number }) => {
			expect(page.rows).toHaveLength(page.total);
			return ids(page.rows);
		};
		for (const principal of oneOfEachRole) {
			const designs = idsOnPage(await listDesigns(service, principal, EVERYTHING));
			expect(await found(world.designs, (id) => getDesign(service, principal, id))).toEqual(designs);

			const records = idsOnPage(await listDeploymentDetails(service, principal, DEPLOYMENTS));
			const read = (id: string) => findDeploymentOrThrow(service.prisma, principal, id);
			expect(await found(world.deployments, read)).toEqual(records);
			const listed = idsOnPage(await listDeployments(service, principal, DEPLOYMENTS));
			const kept = world.deployments.filter(({ status }) => status === "cancelled" || status === "rejected");
			expect(listed).toEqual(records.filter((id) => kept.every((row) => row.id !== id)));

			const rows = (await listBuilds(service, principal, EVERYTHING)).rows;
			const builds = ids(rows.flatMap((row) => row.builds));
			expect(await found(world.builds, (id) => findBuildFile(service, principal, id))).toEqual(builds);
			expect(rows.every(({ id }) => designs.includes(id))).toBe(true);
			for (const row of rows) {
				expect(row.deployments.filter(({ id }) => !listed.includes(id))).toEqual([]);
				const every = await listDesignBuilds(service, principal, row.id, { limit: 500, offset: 0 });
				expect(ids(every.rows.filter(({ status }) => status === "done"))).toEqual(ids(row.builds));
			}

			const targets = world.targets.filter((target) => targetVisible(principal, target));
			expect(idsOnPage(await listTargets(service, principal, { limit: 500, offset: 0 }))).toEqual(ids(targets));
		}
	});
});
