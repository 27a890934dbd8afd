import type { Deployment, DeploymentStatus } from "@/lib/contract/deployment";
import { orderedSets, type ReadSet, readSets } from "@/lib/domain/designs/ordered-sets";
import type { PageColumns } from "@/lib/domain/lists/page";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { type Amount, priceCpmOf } from "@/lib/rules/price";

/** A deployment with everything that its rows and transitions need. */
export interface DeploymentRecord {
	readonly id: string;
	readonly designId: string;
	readonly buildId: string;
	readonly targetId: string;
	readonly type: Deployment["type"];
	readonly status: DeploymentStatus;
	readonly message: string | null;
	readonly statusReason: string | null;
	readonly requesterId: string;
	/** Those behind the credential of the request, beside the requester. */
	readonly requesterVoucherIds: readonly string[];
	readonly requesterOrgId: string;
	readonly deployerId: string | null;
	readonly ownerId: string;
	readonly ownerOrgId: string;
	/** Id of the comment; it counts while the deployment is requested. */
	readonly openQuestionId: string | null;
	readonly newBuild: boolean;
	readonly tags: string[];
	readonly buildSize: bigint;
	readonly buildDate: Date;
	readonly requestedAt: Date;
	readonly approvedAt: Date | null;
	readonly activatedAt: Date | null;
	readonly deactivatedAt: Date | null;
	readonly updatedAt: Date;
	readonly revision: number;
	/** When the requester proposes to activate and to deactivate it. */
	readonly proposedActivateAt: Date | null;
	readonly proposedDeactivateAt: Date | null;
	/** When a decision on it was last undone. */
	readonly pendingAgainAt: Date | null;
	readonly design: { readonly name: string };
	readonly requester: { readonly email: string };
	/** The requester's organization at the time of the request. */
	readonly requesterOrg: { readonly slug: string; readonly name: string };
	readonly deployer: { readonly email: string } | null;
	readonly target: {
		readonly name: string;
		readonly organizationId: string;
		readonly fourEyes: boolean;
		readonly requestTtlSeconds: number | null;
		readonly requiredApprovals: number;
		readonly secondApprovalForDelete: boolean;
	};
	/** How many approvals a decision still needs; of the outcome of that decision alone. */
	readonly approvalsMissing?: number;
	readonly build: {
		readonly name: string;
		readonly reason: string;
		readonly digest: string | null;
		readonly sources: string[];
		readonly priceCpm: Amount | null;
		readonly requestedById: string;
		readonly requestedByOrgId: string;
		readonly requestedBy: { readonly email: string };
		readonly requestedByOrg: { readonly slug: string };
		readonly sets: Deployment["sets"];
	};
}

/** The columns of the deployment's own table. */
type Own = Omit<
	DeploymentRecord,
	"buildSize" | "design" | "requester" | "requesterOrg" | "deployer" | "target" | "build"
>;

/** A deployment as a statement reads it, with amounts as text. */
export interface ReadDeployment extends Own {
	readonly buildSize: string;
	readonly designName: string;
	readonly requester: string;
	readonly requesterOrgSlug: string;
	readonly requesterOrgName: string;
	readonly deployer: string | null;
	readonly targetName: string;
	readonly targetOrgId: string;
	readonly fourEyes: boolean;
	readonly requestTtlSeconds: number | null;
	readonly requiredApprovals: number;
	readonly secondApprovalForDelete: boolean;
	readonly buildName: string;
	readonly reason: string;
	readonly digest: string | null;
	readonly sources: string[];
	readonly priceCpm: string | null;
	readonly requestedById: string;
	readonly requestedByOrgId: string;
	readonly builder: string;
	readonly builderOrgSlug: string;
	readonly sets: readonly ReadSet[] | null;
}

/** Columns of deployments for {@link deploymentRecord}. */
export const deploymentColumns: PageColumns = {
	columns: Prisma.sql`deployments.id, deployments.design_id AS "designId", deployments.build_id AS "buildId",
	deployments.target_id AS "targetId", deployments.type::text AS type, deployments.status::text AS status,
	deployments.message, deployments.status_reason AS "statusReason", deployments.requester_id AS "requesterId",
	deployments.requester_voucher_ids::text[] AS "requesterVoucherIds",
	deployments.requester_org_id AS "requesterOrgId", deployments.owner_id AS "ownerId", deployments.owner_org_id AS "ownerOrgId",
	deployments.deployer_id AS "deployerId", deployments.open_question_id::text AS "openQuestionId", deployments.new_build AS "newBuild", deployments.tags, deployments.build_size::text AS "buildSize",
	deployments.build_date AS "buildDate", deployments.requested_at AS "requestedAt", deployments.approved_at AS "approvedAt",
	deployments.activated_at AS "activatedAt",
	deployments.deactivated_at AS "deactivatedAt", deployments.updated_at AS "updatedAt", deployments.revision,
	deployments.proposed_activate_at AS "proposedActivateAt", deployments.proposed_deactivate_at AS "proposedDeactivateAt",
	deployments.pending_again_at AS "pendingAgainAt", designs.name AS "designName",
	(SELECT u.email FROM users u WHERE u.id = deployments.requester_id) AS requester, o.slug AS "requesterOrgSlug", o.name AS "requesterOrgName",
	(SELECT u.email FROM users u WHERE u.id = deployments.deployer_id) AS deployer,
	targets.name AS "targetName", targets.organization_id AS "targetOrgId", targets.four_eyes AS "fourEyes",
	targets.request_ttl_seconds AS "requestTtlSeconds", targets.required_approvals AS "requiredApprovals",
	targets.second_approval_for_delete AS "secondApprovalForDelete",
	builds.name AS "buildName", builds.reason, builds.digest, builds.sources, builds.price_cpm::text AS "priceCpm",
	builds.requested_by_id AS "requestedById", builds.requested_by_org_id AS "requestedByOrgId",
	(SELECT u.email FROM users u WHERE u.id = builds.requested_by_id) AS builder,
	(SELECT p.slug FROM organizations p WHERE p.id = builds.requested_by_org_id) AS "builderOrgSlug",
	${readSets("build_sets", Prisma.sql`builds.id`)} AS sets`,
	// Few joins: many searches plan this for each call, which takes the longer the more there are.
	from: Prisma.sql`deployments JOIN designs ON designs.id = deployments.design_id JOIN builds ON builds.id = deployments.build_id
			JOIN targets ON targets.id = deployments.target_id JOIN organizations o ON o.id = deployments.requester_org_id`,
};

/** Loads the deployments of a condition with one statement. */
export async function deploymentsWhere(db: Transaction, condition: Prisma.Sql): Promise<DeploymentRecord[]> {
	const { columns, from } = deploymentColumns;
	const found = await db.$rows<ReadDeployment>(Prisma.sql`SELECT ${columns} FROM ${from} WHERE ${condition}`);
	return found.map(deploymentRecord);
}

/** Loads deployments in the order of the ids. */
export async function loadDeployments(db: Transaction, ids: readonly string[]): Promise<DeploymentRecord[]> {
	if (ids.length === 0) return [];
	// An equation for one id, because its plan is cached, unlike that of a one-element array.
	const records = await deploymentsWhere(
		db,
		ids.length === 1
			? Prisma.sql`deployments.id = ${ids[0]}::uuid`
			: Prisma.sql`deployments.id = ANY (${[...ids]}::uuid[])`,
	);
	const byId = new Map(records.map((record) => [record.id, record]));
	return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A deployment that was read by {@link deploymentColumns}. */
export function deploymentRecord(read: ReadDeployment): DeploymentRecord {
	return {
		id: read.id,
		designId: read.designId,
		buildId: read.buildId,
		targetId: read.targetId,
		type: read.type,
		status: read.status,
		message: read.message,
		statusReason: read.statusReason,
		requesterId: read.requesterId,
		requesterVoucherIds: read.requesterVoucherIds,
		requesterOrgId: read.requesterOrgId,
		deployerId: read.deployerId,
		ownerId: read.ownerId,
		ownerOrgId: read.ownerOrgId,
		openQuestionId: read.openQuestionId,
		newBuild: read.newBuild,
		tags: read.tags,
		buildSize: BigInt(read.buildSize),
		buildDate: read.buildDate,
		requestedAt: read.requestedAt,
		approvedAt: read.approvedAt,
		activatedAt: read.activatedAt,
		deactivatedAt: read.deactivatedAt,
		updatedAt: read.updatedAt,
		revision: read.revision,
		proposedActivateAt: read.proposedActivateAt,
		proposedDeactivateAt: read.proposedDeactivateAt,
		pendingAgainAt: read.pendingAgainAt,
		design: { name: read.designName },
		requester: { email: read.requester },
		requesterOrg: { slug: read.requesterOrgSlug, name: read.requesterOrgName },
		deployer: read.deployer === null ? null : { email: read.deployer },
		target: {
			name: read.targetName,
			organizationId: read.targetOrgId,
			fourEyes: read.fourEyes,
			requestTtlSeconds: read.requestTtlSeconds,
			requiredApprovals: read.requiredApprovals,
			secondApprovalForDelete: read.secondApprovalForDelete,
		},
		build: {
			name: read.buildName,
			reason: read.reason,
			digest: read.digest,
			sources: read.sources,
			priceCpm: read.priceCpm,
			requestedById: read.requestedById,
			requestedByOrgId: read.requestedByOrgId,
			requestedBy: { email: read.builder },
			requestedByOrg: { slug: read.builderOrgSlug },
			sets: orderedSets(read.sets),
		},
	};
}

/**
 * The contract's row without the status, whose values differ between the contract and the product
 * API.
 */
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
		sets: record.build.sets,
	};
}

/**
 * The contract's row.
 * @throws Error for a status that must not reach the contract's lists
 */
export function listedDeploymentRow(record: DeploymentRecord): Deployment {
	const { status } = record;
	if (status === "cancelled" || status === "rejected")
		throw new Error(`a deployment with the status '${status}' must not be listed`);
	return Object.assign(deploymentRow(record), { status });
}
