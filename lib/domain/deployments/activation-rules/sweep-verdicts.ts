import type { Service } from "@/lib/platform/service";

/** Verdicts are kept for this long; the audit keeps what was activated. */
const KEPT_MS = 30 * 86_400_000;

/** Removes old verdicts, except on requests that still wait. Returns their number. */
export function sweepVerdicts(service: Pick<Service, "prisma" | "now">): Promise<number> {
	const before = new Date(service.now().getTime() - KEPT_MS);
	return service.prisma.$executeRaw`
		DELETE FROM rule_verdicts v WHERE v.at < ${before}::timestamptz
			AND NOT EXISTS (SELECT FROM deployments x WHERE x.id = v.deployment_id AND x.status = 'requested')`;
}
