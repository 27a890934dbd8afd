import { type Deployment, type DeploymentStatus, deployment } from "@/lib/contract/deployment";
import { orderedSets, type ReadSet, readSets } from "@/lib/domain/designs/ordered-sets";
import type { PageColumns } from "@/lib/domain/lists/page";
import { rowOf } from "@/lib/domain/lists/row-of";
import { Prisma, type Target } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { type Amount, priceCpmOf } from "@/lib/rules/price";

/** Columns of the target that transitions need. */
const TARGET_COLUMNS = [
	"name",
	"organization_id",
	"four_eyes",
	"request_ttl_seconds",
	"required_approvals",
	"second_approval_for_delete",
] as const satisfies readonly (keyof Target)[];

/** A deployment with everything that its rows and transitions need. */
export interface DeploymentRecord {
	readonly id: string;
	readonly design_id: string;
	readonly build_id: string;
	readonly target_id: string;
	readonly type: Deployment["type"];
	readonly status: DeploymentStatus;
	readonly message: string | null;
	readonly status_reason: string | null;
	readonly requester_id: string;
	/** Those behind the credential of the request, beside the requester. */
	readonly requester_voucher_ids: readonly string[];
	readonly requester_org_id: string;
	readonly deployer_id: string | null;
	readonly owner_id: string;
	readonly owner_org_id: string;
	/** Id of the comment; it counts while the deployment is requested. */
	readonly open_question_id: string | null;
	readonly new_build: boolean;
	readonly tags: string[];
	readonly build_size: bigint;
	readonly build_date: Date;
	readonly requested_at: Date;
	readonly approved_at: Date | null;
	readonly activated_at: Date | null;
	readonly deactivated_at: Date | null;
	readonly updated_at: Date;
	readonly revision: number;
	/** When the requester proposes to activate and to deactivate it. */
	readonly proposed_activate_at: Date | null;
	readonly proposed_deactivate_at: Date | null;
	/** When a decision on it was last undone. */
	readonly pending_again_at: Date | null;
	readonly design: { readonly name: string };
	readonly requester: { readonly email: string };
	/** The requester's organization at the time of the request. */
	readonly requesterOrg: { readonly slug: string; readonly name: string };
	readonly deployer: { readonly email: string } | null;
	readonly target: Pick<Target, (typeof TARGET_COLUMNS)[number]>;
	/** How many approvals a decision still needs; of the outcome of that decision alone. */
	readonly approvalsMissing?: number;
	readonly build: {
		readonly name: string;
		readonly reason: string;
		readonly digest: string | null;
		readonly sources: string[];
		readonly price_cpm: Amount | null;
		readonly requested_by_id: string;
		readonly requested_by_org_id: string;
		readonly requestedBy: { readonly email: string };
		readonly requestedByOrg: { readonly slug: string };
		readonly sets: Deployment["sets"];
	};
}

/** The columns of the deployment's own table, and the target. */
type Own = Omit<DeploymentRecord, "build_size" | "design" | "requester" | "requesterOrg" | "deployer" | "build">;

/** A deployment as a statement reads it, with amounts as text. */
export interface ReadDeployment extends Own {
	readonly build_size: string;
	readonly designName: string;
	readonly requester: string;
	readonly requesterOrgSlug: string;
	readonly requesterOrgName: string;
	readonly deployer: string | null;
	readonly buildName: string;
	readonly reason: string;
	readonly digest: string | null;
	readonly sources: string[];
	readonly price_cpm: string | null;
	readonly requested_by_id: string;
	readonly requested_by_org_id: string;
	readonly builder: string;
	readonly builderOrgSlug: string;
	readonly sets: readonly ReadSet[] | null;
}

/** Columns of deployments for {@link deploymentRecord}. */
export const deploymentColumns: PageColumns = {
	columns: Prisma.sql`deployments.id, deployments.design_id, deployments.build_id,
	deployments.target_id, deployments.type::text AS type, deployments.status::text AS status,
	deployments.message, deployments.status_reason, deployments.requester_id,
	deployments.requester_voucher_ids::text[] AS requester_voucher_ids,
	deployments.requester_org_id, deployments.owner_id, deployments.owner_org_id,
	deployments.deployer_id, deployments.open_question_id::text AS open_question_id, deployments.new_build, deployments.tags, deployments.build_size::text AS build_size,
	deployments.build_date, deployments.requested_at, deployments.approved_at,
	deployments.activated_at,
	deployments.deactivated_at, deployments.updated_at, deployments.revision,
	deployments.proposed_activate_at, deployments.proposed_deactivate_at,
	deployments.pending_again_at, designs.name AS "designName",
	(SELECT u.email FROM users u WHERE u.id = deployments.requester_id) AS requester, o.slug AS "requesterOrgSlug", o.name AS "requesterOrgName",
	(SELECT u.email FROM users u WHERE u.id = deployments.deployer_id) AS deployer,
	json_build_object(${Prisma.raw(TARGET_COLUMNS.map((name) => `'${name}', targets.${name}`).join(", "))}) AS target,
	builds.name AS "buildName", builds.reason, builds.digest, builds.sources, builds.price_cpm::text AS price_cpm,
	builds.requested_by_id, builds.requested_by_org_id,
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
		...read,
		build_size: BigInt(read.build_size),
		design: { name: read.designName },
		requester: { email: read.requester },
		requesterOrg: { slug: read.requesterOrgSlug, name: read.requesterOrgName },
		deployer: read.deployer === null ? null : { email: read.deployer },
		build: {
			name: read.buildName,
			reason: read.reason,
			digest: read.digest,
			sources: read.sources,
			price_cpm: read.price_cpm,
			requested_by_id: read.requested_by_id,
			requested_by_org_id: read.requested_by_org_id,
			requestedBy: { email: read.builder },
			requestedByOrg: { slug: read.builderOrgSlug },
			sets: orderedSets(read.sets),
		},
	};
}

const withoutStatus = deployment.omit({ status: true });

/**
 * The contract's row without the status, whose values differ between the contract and the product
 * API.
 */
export function deploymentRow(record: DeploymentRecord): Omit<Deployment, "status"> {
	const audience = record.type === "audience";
	return rowOf(withoutStatus, record, {
		design_name: record.design.name,
		build_name: record.build.name,
		filesize: Number(record.build_size),
		source: audience ? (record.build.sources[0] ?? null) : null,
		sources: audience ? record.build.sources : null,
		price_cpm: priceCpmOf(record.build.price_cpm),
		build_org: record.build.requestedByOrg.slug,
		build_org_id: record.build.requested_by_org_id,
		builder: record.build.requestedBy.email,
		requester: record.requester.email,
		deployer: record.deployer?.email ?? null,
		tags: record.tags.join(","),
		target: record.target.name,
		sets: record.build.sets,
	});
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
