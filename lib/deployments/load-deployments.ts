import type { Deployment, DeploymentStatus } from "@/lib/contract/deployment";
import { readRows } from "@/lib/db/read-rows";
import { amountOf, priceCpmOf } from "@/lib/designs/price";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/service";

/** A deployment with all that its rows say and its transitions ask. */
export interface DeploymentRecord extends Omit<ReadDeployment, keyof Revived | "build">, Revived {
	readonly build: Omit<ReadDeployment["build"], "priceCpm"> & { readonly priceCpm: Prisma.Decimal | null };
}

/** What JSON has no words for. */
interface Revived {
	readonly buildSize: bigint;
	readonly buildDate: Date;
	readonly requestedAt: Date;
	readonly approvedAt: Date | null;
	readonly activatedAt: Date | null;
	readonly deactivatedAt: Date | null;
	readonly updatedAt: Date;
}

/** As one statement reads it: dates in ISO 8601, amounts as text. */
interface ReadDeployment {
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
	readonly buildSize: string;
	readonly buildDate: string;
	readonly requestedAt: string;
	readonly approvedAt: string | null;
	readonly activatedAt: string | null;
	readonly deactivatedAt: string | null;
	readonly updatedAt: string;
	readonly revision: number;
	readonly design: { readonly name: string };
	readonly requester: {
		readonly email: string;
		readonly organization: { readonly slug: string; readonly name: string };
	};
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
		readonly priceCpm: string | null;
		readonly requestedByOrgId: string;
		readonly requestedBy: { readonly email: string };
		readonly requestedByOrg: { readonly slug: string };
		readonly sets: Deployment["sets"];
	};
}

const DEPLOYMENT_JSON = Prisma.sql`json_build_object(
	'id', x.id, 'designId', x.design_id, 'buildId', x.build_id, 'targetId', x.target_id, 'type', x.type, 'status', x.status,
	'message', x.message, 'statusReason', x.status_reason, 'requesterId', x.requester_id, 'requesterOrgId', x.requester_org_id,
	'newBuild', x.new_build, 'tags', x.tags, 'buildSize', x.build_size::text, 'buildDate', x.build_date,
	'requestedAt', x.requested_at, 'approvedAt', x.approved_at, 'activatedAt', x.activated_at, 'deactivatedAt', x.deactivated_at,
	'updatedAt', x.updated_at, 'revision', x.revision, 'design', json_build_object('name', d.name),
	'requester', json_build_object('email', ru.email, 'organization', json_build_object('slug', ro.slug, 'name', ro.name)),
	'deployer', CASE WHEN x.deployer_id IS NOT NULL THEN
		(SELECT json_build_object('email', du.email) FROM users du WHERE du.id = x.deployer_id) END,
	'target', json_build_object('name', t.name, 'organizationId', t.organization_id, 'fourEyes', t.four_eyes,
		'requestTtlSeconds', t.request_ttl_seconds),
	'build', json_build_object('name', b.name, 'reason', b.reason, 'digest', b.digest, 'sources', b.sources,
		'priceCpm', b.price_cpm::text, 'requestedByOrgId', b.requested_by_org_id, 'requestedBy', json_build_object('email', bu.email),
		'requestedByOrg', json_build_object('slug', bo.slug), 'sets', (SELECT COALESCE(json_agg(json_build_object('set_id', s.set_id,
			'set_name', s.name, 'targeting_code', s.targeting_code) ORDER BY s.position, s.set_id), '[]')
			FROM build_sets s WHERE s.build_id = b.id)))`;

/** Loads the deployments (alias `x`) of a condition; one statement whatever their number. */
export async function deploymentsWhere(db: Transaction, condition: Prisma.Sql): Promise<DeploymentRecord[]> {
	const found = await readRows<{ deployment: ReadDeployment }>(
		db,
		Prisma.sql`SELECT ${DEPLOYMENT_JSON} AS deployment FROM deployments x
			JOIN designs d ON d.id = x.design_id JOIN targets t ON t.id = x.target_id
			JOIN users ru ON ru.id = x.requester_id JOIN organizations ro ON ro.id = ru.organization_id
			JOIN builds b ON b.id = x.build_id
			JOIN users bu ON bu.id = b.requested_by_id JOIN organizations bo ON bo.id = b.requested_by_org_id
			WHERE ${condition}`,
	);
	return found.map(({ deployment }) => revive(deployment));
}

/** Loads deployments in the order of the ids. */
export async function loadDeployments(db: Transaction, ids: readonly string[]): Promise<DeploymentRecord[]> {
	if (ids.length === 0) return [];
	const records = await deploymentsWhere(db, Prisma.sql`x.id = ANY (${[...ids]}::uuid[])`);
	const byId = new Map(records.map((record) => [record.id, record]));
	return ids.flatMap((id) => byId.get(id) ?? []);
}

function revive(read: ReadDeployment): DeploymentRecord {
	const dateOf = (text: string | null) => (text === null ? null : new Date(text));
	return {
		...read,
		buildSize: BigInt(read.buildSize),
		buildDate: new Date(read.buildDate),
		requestedAt: new Date(read.requestedAt),
		approvedAt: dateOf(read.approvedAt),
		activatedAt: dateOf(read.activatedAt),
		deactivatedAt: dateOf(read.deactivatedAt),
		updatedAt: new Date(read.updatedAt),
		build: { ...read.build, priceCpm: amountOf(read.build.priceCpm) },
	};
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
		sets: record.build.sets,
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
