import type { Deployment } from "@/lib/contract/deployment";
import { priceCpmOf } from "@/lib/designs/price";
import type { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/service";

/** What a deployment row is made of, in one read. */
export const deploymentInclude = {
	design: { select: { name: true } },
	requester: { select: { email: true, organization: { select: { slug: true, name: true } } } },
	deployer: { select: { email: true } },
	target: {
		select: { name: true, organizationId: true, desiredRevision: true, fourEyes: true, requestTtlSeconds: true },
	},
	build: {
		include: {
			sets: { orderBy: [{ position: "asc" }, { setId: "asc" }] },
			requestedBy: { select: { email: true } },
			requestedByOrg: { select: { slug: true } },
		},
	},
} satisfies Prisma.DeploymentInclude;

export type DeploymentRecord = Prisma.DeploymentGetPayload<{ include: typeof deploymentInclude }>;

/** Loads deployments in the order of the ids. */
export async function loadDeployments(db: Transaction, ids: readonly string[]): Promise<DeploymentRecord[]> {
	if (ids.length === 0) return [];
	const records = await db.deployment.findMany({ where: { id: { in: [...ids] } }, include: deploymentInclude });
	const byId = new Map(records.map((record) => [record.id, record]));
	return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The fields of the contract's row but the status, whose values differ between the contract and the product API. */
export function deploymentRow(record: DeploymentRecord): Omit<Deployment, "status"> {
	const audience = record.type === "audience";
	return {
		id: record.id,
		type: record.type,
		design_id: record.designId,
		build_id: record.buildId,
		design_name: record.design.name,
		build_name: record.build.name,
		filesize: Number(record.buildSize),
		source: audience ? (record.build.sources[0] ?? null) : null,
		sources: audience ? record.build.sources : null,
		price_cpm: priceCpmOf(record.build.priceCpm),
		build_org: record.build.requestedByOrg.slug,
		build_org_id: record.build.requestedByOrgId,
		builder: record.build.requestedBy.email,
		requester: record.requester.email,
		deployer: record.deployer?.email ?? null,
		build_date: record.buildDate.toISOString(),
		updated_at: record.updatedAt.toISOString(),
		approved_at: record.approvedAt?.toISOString() ?? null,
		new_build: record.newBuild,
		tags: record.tags.join(","),
		target: record.target.name,
		target_id: record.targetId,
		sets: record.build.sets.map((set) => ({
			set_id: set.setId,
			set_name: set.name,
			targeting_code: set.targetingCode,
		})),
	};
}

/**
 * The contract's row.
 * @throws Error for a status that the contract does not list: such a deployment must not reach its lists.
 */
export function listedDeploymentRow(record: DeploymentRecord): Deployment {
	const { status } = record;
	if (status === "cancelled" || status === "rejected") throw new Error(`A ${status} deployment is not listed.`);
	return { ...deploymentRow(record), status };
}
