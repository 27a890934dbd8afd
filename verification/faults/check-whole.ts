import { createHash } from "node:crypto";
import { verifyAudit } from "@/lib/domain/audit/chain/verify-audit";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";

/** A lease that ended so long ago that a worker would have claimed its build. */
const STUCK_AFTER = "1 minute";

/**
 * Checks what holds of a whole database at any time: the chain of audit events, each cached total
 * against a count, and no build with a lease that ended long ago.
 */
export async function checkWhole(service: Service): Promise<string[]> {
	const { problem } = await verifyAudit(service);
	const audit = problem === null ? [] : [`the audit log: ${problem.problem} (event ${problem.event_id})`];
	return [...audit, ...(await wrongTotals(service)), ...(await stuckRows(service))];
}

async function wrongTotals({ prisma }: Service): Promise<string[]> {
	const rows = await prisma.$queryRaw<{ list: string; status: string | null; cached: bigint; counted: bigint }[]>(
		Prisma.sql`
			WITH counted AS (
				SELECT 'designs' AS list, owner_org_id, NULL::uuid AS target_org_id, type, status::text, count(*) AS n
				FROM designs GROUP BY 2, 4, 5
				UNION ALL SELECT 'builds', owner_org_id, NULL, type, NULL, count(*)
				FROM designs WHERE most_recent_build_id IS NOT NULL GROUP BY 2, 4
				UNION ALL SELECT 'design_targets', owner_org_id, target_org_id, type, NULL, count(*)
				FROM design_targets GROUP BY 2, 3, 4
				UNION ALL SELECT 'deployments', owner_org_id, target_org_id, type, status::text, count(*)
				FROM deployments GROUP BY 2, 3, 4, 5
				UNION ALL SELECT 'deployed_designs', owner_org_id, NULL, type, status::text, count(DISTINCT design_id)
				FROM deployments WHERE status IN ('requested', 'activated', 'deactivated') GROUP BY 2, 4, 5),
			cached AS (
				SELECT list, owner_org_id, target_org_id, type, status, sum(change) AS n FROM list_counts GROUP BY 1, 2, 3, 4, 5),
			both_of AS (
				SELECT list, owner_org_id, target_org_id, type, status, n AS cached, 0 AS counted FROM cached
				UNION ALL SELECT list, owner_org_id, target_org_id, type, status, 0, n FROM counted)
			SELECT list, status, sum(cached)::bigint AS cached, sum(counted)::bigint AS counted FROM both_of
			GROUP BY list, owner_org_id, target_org_id, type, status HAVING sum(cached) <> sum(counted)`,
	);
	return rows.map(
		({ list, status, cached, counted }) =>
			`the total of ${list} ${status ?? ""} of an organization is ${cached}, and a count gives ${counted}`,
	);
}

async function stuckRows({ prisma }: Service): Promise<string[]> {
	const rows = await prisma.$queryRaw<{ what: string; n: bigint }[]>(Prisma.sql`
		SELECT 'builds have a lease that ended long ago' AS what, count(*) AS n FROM builds
		WHERE status = 'building' AND lease_expires_at < now() - ${STUCK_AFTER}::interval`);
	return rows.filter(({ n }) => n > 0n).map(({ what, n }) => `${n} ${what}`);
}

/** Compares the file of each completed build of some designs with its digest. */
export async function checkFiles(
	{ prisma, files }: Pick<Service, "prisma" | "files">,
	designIds: readonly string[],
): Promise<string[]> {
	const builds = await prisma.build.findMany({ where: { design_id: { in: [...designIds] }, status: "done" } });
	const problems = await Promise.all(
		builds.map(async ({ id, file_key: fileKey, digest, size }) => {
			const hash = createHash("sha256");
			let bytes = 0n;
			try {
				for await (const part of await files.createReadStream(fileKey ?? "")) {
					hash.update(part as Buffer);
					bytes += BigInt((part as Buffer).length);
				}
			} catch (error) {
				return [`the file of the build ${id} cannot be read: ${(error as Error).message}`];
			}
			if (bytes !== size) return [`the file of the build ${id} has ${bytes} bytes and not ${size}`];
			return hash.digest("hex") === digest ? [] : [`the file of the build ${id} has another digest than it was given`];
		}),
	);
	return problems.flat();
}
