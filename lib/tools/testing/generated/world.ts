import { createHash } from "node:crypto";
import fc from "fast-check";
import type { DeploymentStatus } from "@/lib/contract/deployment";
import type { Principal } from "@/lib/domain/access/principal";
import { principalOfUser } from "@/lib/domain/accounts/principal-of-user";
import type { KeyScope } from "@/lib/generated/prisma/enums";
import { type Draft, draft } from "./draft";
import type { GeneratedWorld, WorldBuild, WorldDeployment, WorldDesign } from "./rows";

const LIVE: readonly DeploymentStatus[] = ["requested", "activated", "deactivated"];
const SCOPES: readonly KeyScope[][] = [["manage", "administer"], ["manage"], ["administer"], []];

/**
 * Worlds with frequent equal sort keys, shared slugs and all combinations of role, scope and
 * status.
 */
export const generatedWorld: fc.Arbitrary<GeneratedWorld> = draft.map(assemble);

/** Compares builds like the lists and `most_recent_build`: newest completed first. */
export function newestFirst(a: WorldBuild, b: WorldBuild): number {
	return b.completed_at.getTime() - a.completed_at.getTime() || (a.id < b.id ? -1 : 1);
}

function assemble(spec: Draft): GeneratedWorld {
	const id = (...parts: (string | number)[]) => guidOf(spec.mark, ...parts);
	const pick = <T>(rows: readonly T[], index: number): T => rows[index % rows.length] as T;
	const organizations = [0, 1, 2, 3].map((number) => ({
		id: id("org", number),
		slug: `org-${number}`,
		members_see: number % 2 === 0 ? ("own_and_shared" as const) : ("all" as const),
	}));
	const users = spec.users.map(({ org, role }, number) => {
		const written = `ada-${number}@example.org`;
		const email = { written, words: ["ada", String(number), "example", "org"] };
		return { id: id("user", number), organization_id: pick(organizations, org).id, email, role };
	});
	const targets = spec.targets.map((target, number) => ({
		id: id("target", number),
		organization_id: pick(organizations, target.org).id,
		// The first target's slug is that of an organization, perhaps another than its owner.
		slug: number === 0 ? "org-3" : `target-${number}`,
		name: target.name,
		type: target.type,
		acceptedOrganizationIds: organizations.filter((_, index) => target.accepted[index]).map((row) => row.id),
	}));
	const builds: WorldBuild[] = [];
	const designs = spec.designs.map((design, number): WorldDesign => {
		const owner = pick(users, design.owner);
		const designId = id("design", number);
		const own = design.builds.map(({ requester: by, ...build }, index): WorldBuild => {
			const requester = pick(users, by);
			return {
				...build,
				id: id("build", number, index),
				design_id: designId,
				type: design.type,
				requested_by_id: requester.id,
				requested_by_org_id: requester.organization_id,
				is_first: false,
				sets: setsOf(pick(spec.designs, number + index)),
			};
		});
		const done = own.filter(({ status }) => status === "done").sort(newestFirst);
		const first = done.at(-1);
		builds.push(...own.map((build) => (build === first ? { ...build, is_first: true } : build)));
		return {
			...design,
			id: designId,
			owner_id: owner.id,
			owner_org_id: design.ownerOrg === null ? owner.organization_id : pick(organizations, design.ownerOrg).id,
			ownerEmail: owner.email,
			sets: setsOf(design),
			collaborators: unique(
				design.collaborators.map(({ org, index, can_view: canView, can_edit: canEdit }) => ({
					user_id: org ? null : pick(users, index).id,
					organization_id: org ? pick(organizations, index).id : null,
					can_view: canView,
					can_edit: canEdit,
				})),
				(entry) => entry.user_id ?? entry.organization_id ?? "",
			),
			most_recent_build_id: done[0]?.id ?? null,
		};
	});
	const completed = builds.filter(({ status }) => status === "done");
	const deployments = spec.deployments.flatMap((entry, number): WorldDeployment[] => {
		if (completed.length === 0) return [];
		const build = pick(completed, entry.build);
		const design = designs.find((row) => row.id === build.design_id) as WorldDesign;
		const requester = pick(users, entry.requester);
		const approved = entry.status === "activated" || entry.status === "deactivated";
		return [
			{
				...entry,
				id: id("deployment", number),
				design,
				build,
				target: pick(targets, entry.target),
				requester_id: requester.id,
				requester_org_id: requester.organization_id,
				approved_at: approved ? entry.approved_at : null,
			},
		];
	});
	return {
		organizations,
		users,
		principals: unique(
			users.flatMap((user) => SCOPES.map((scopes) => principal(user, organizations, scopes))),
			({ userId, role, mayManage }) => `${userId} ${role} ${mayManage}`,
		),
		targets,
		designs,
		builds,
		deployments: possible(deployments),
	};
}

/** Sets with distinct codes. */
function setsOf({ sets }: Draft["designs"][number]): WorldDesign["sets"] {
	return sets.map(({ name, code }, index) => ({
		name,
		code: { written: `SET${index}-${code.written}`, words: [`set${index}`, ...code.words] },
	}));
}

/** Drops deployments that the database's invariants forbid (docs/contract.md, Invariants). */
function possible(deployments: readonly WorldDeployment[]): WorldDeployment[] {
	const live = deployments.filter(({ status }) => LIVE.includes(status));
	const onePerBuild = unique(live, ({ build, target }) => `${build.id} ${target.id}`);
	const activated = onePerBuild.filter(({ status }) => status === "activated");
	const oneActive = unique(activated, ({ design, target }) => `${design.id} ${target.id}`);
	const rest = deployments.filter(({ status }) => !LIVE.includes(status));
	return [...onePerBuild.filter(({ status }) => status !== "activated"), ...oneActive, ...rest];
}

function principal(
	user: GeneratedWorld["users"][number],
	organizations: GeneratedWorld["organizations"],
	scopes: readonly KeyScope[],
): Principal {
	const organization = organizations.find((row) => row.id === user.organization_id);
	if (organization === undefined) throw new Error("a user belongs to an organization of their world");
	return principalOfUser({ ...user, email: user.email.written, organization }, { kind: "api_key", id: null }, scopes, {
		address: null,
		requestId: null,
	});
}

function unique<T>(rows: readonly T[], keyOf: (row: T) => string): T[] {
	return [...new Map(rows.map((row) => [keyOf(row), row])).values()];
}

/** Ids in an order that differs from that of insertion. */
function guidOf(...parts: (string | number)[]): string {
	const hex = createHash("sha256").update(parts.join(" ")).digest("hex");
	return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
		"-",
	);
}

/** A large world, for tests that need many rows. */
export function largeWorld(seed: number): GeneratedWorld {
	const worlds = fc.sample(generatedWorld, { numRuns: 20, seed });
	const size = ({ deployments, designs }: GeneratedWorld) => deployments.length + 2 * designs.length;
	return worlds.reduce((largest, world) => (size(world) > size(largest) ? world : largest));
}

/** A world of several drafts' rows, for tests that ask one world much. */
export function mergedWorld(seed: number): GeneratedWorld {
	const drafts = fc.sample(draft, { numRuns: 3, seed });
	const rows = <Part extends "users" | "targets" | "designs" | "deployments">(part: Part, limit: number) =>
		drafts.flatMap((each): readonly Draft[Part][number][] => each[part]).slice(0, limit);
	return assemble({
		mark: seed,
		users: rows("users", 10),
		targets: rows("targets", 6),
		designs: rows("designs", 30),
		deployments: rows("deployments", 160),
	});
}
