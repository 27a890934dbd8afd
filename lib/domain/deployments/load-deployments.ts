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
	readonly requesterOrgId: string;
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
	};
	readonly build: {
		readonly name: string;
		readonly reason: string;
		readonly digest: string | null;
		readonly sources: string[];
		readonly priceCpm: Amount | null;
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
	readonly buildName: string;
	readonly reason: string;
	readonly digest: string | null;
	readonly sources: string[];
	readonly priceCpm: string | null;
	readonly requestedByOrgId: string;
	readonly builder: string;
	readonly builderOrgSlug: string;
	readonly sets: readonly ReadSet[] | null;
}

/** What is read of deployments (alias `x`), for {@link deploymentRecord}. */
export const deploymentColumns: PageColumns = {
	columns: Prisma.sql`x.id, x.design_id AS "designId", x.build_id AS "buildId", x.target_id AS "targetId", x.type::text AS type,
	x.status::text AS status, x.message, x.status_reason AS "statusReason", x.requester_id AS "requesterId",
	x.requester_org_id AS "requesterOrgId", x.new_build AS "newBuild", x.tags, x.build_size::text AS "buildSize",
	x.build_date AS "buildDate", x.requested_at AS "requestedAt", x.approved_at AS "approvedAt", x.activated_at AS "activatedAt",
	x.deactivated_at AS "deactivatedAt", x.updated_at AS "updatedAt", x.revision, d.name AS "designName",
	(SELECT u.email FROM users u WHERE u.id = x.requester_id) AS requester, o.slug AS "requesterOrgSlug", o.name AS "requesterOrgName",
	(SELECT u.email FROM users u WHERE u.id = x.deployer_id) AS deployer,
	t.name AS "targetName", t.organization_id AS "targetOrgId", t.four_eyes AS "fourEyes", t.request_ttl_seconds AS "requestTtlSeconds",
	b.name AS "buildName", b.reason, b.digest, b.sources, b.price_cpm::text AS "priceCpm", b.requested_by_org_id AS "requestedByOrgId",
	(SELECT u.email FROM users u WHERE u.id = b.requested_by_id) AS builder,
	(SELECT p.slug FROM organizations p WHERE p.id = b.requested_by_org_id) AS "builderOrgSlug",
	${readSets("build_sets", Prisma.sql`b.id`)} AS sets`,
	// Few joins: many searches plan this for each call, which takes the longer the more there are.
	from: Prisma.sql`deployments x JOIN designs d ON d.id = x.design_id JOIN builds b ON b.id = x.build_id
			JOIN targets t ON t.id = x.target_id JOIN organizations o ON o.id = x.requester_org_id`,
};

/** Loads the deployments (alias `x`) of a condition with one statement. */
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
		ids.length === 1 ? Prisma.sql`x.id = ${ids[0]}::uuid` : Prisma.sql`x.id = ANY (${[...ids]}::uuid[])`,
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
		requesterOrgId: read.requesterOrgId,
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
		design: { name: read.designName },
		requester: { email: read.requester },
		requesterOrg: { slug: read.requesterOrgSlug, name: read.requesterOrgName },
		deployer: read.deployer === null ? null : { email: read.deployer },
		target: {
			name: read.targetName,
			organizationId: read.targetOrgId,
			fourEyes: read.fourEyes,
			requestTtlSeconds: read.requestTtlSeconds,
		},
		build: {
			name: read.buildName,
			reason: read.reason,
			digest: read.digest,
			sources: read.sources,
			priceCpm: read.priceCpm,
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
