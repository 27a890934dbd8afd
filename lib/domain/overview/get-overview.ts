import type { Overview } from "@/lib/contract/overview";
import { mayOperate } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { loadAuditRecords } from "@/lib/domain/audit/load-audit-records";
import { newestAuditIds } from "@/lib/domain/audit/newest-audit-ids";
import type { Service } from "@/lib/platform/service";
import { unlistedProxies } from "@/lib/platform/unlisted-proxies";
import { failedBuilds } from "./failed-builds";
import { failedLoads } from "./failed-loads";
import { failedSchedules } from "./failed-schedules";
import { liveOnTargets } from "./live-on-targets";
import { openBuilds } from "./open-builds";
import { scarceDisks } from "./scarce-disks";
import { silentTargets } from "./silent-targets";
import { ownRequests, requestsToDecide } from "./waiting-requests";

const CHANGES = 10;

/**
 * `GET /api/overview` (docs/contract.md, Service): pending decisions, failures, active deployments
 * and latest changes, each as a number with the list behind it.
 */
export async function getOverview(service: Service, principal: Principal): Promise<Overview> {
	const [toDecide, own, open, builds, loads, targets, schedules, live, changes] = await Promise.all([
		requestsToDecide(service, principal),
		ownRequests(service, principal),
		openBuilds(service, principal),
		failedBuilds(service, principal),
		failedLoads(service, principal),
		silentTargets(service, principal),
		failedSchedules(service, principal),
		liveOnTargets(service, principal),
		newestAuditIds(service.prisma, principal, {}, { limit: CHANGES, before: null }),
	]);
	return {
		disks: mayOperate(principal) ? scarceDisks() : [],
		unlisted_proxies: mayOperate(principal) ? unlistedProxies() : [],
		waiting: { to_decide: toDecide, my_requests: own, builds: open },
		failed: { builds, loads, silent_targets: targets, schedules },
		live,
		changes: { link: "/audit", rows: await loadAuditRecords(service.prisma, principal, changes) },
	};
}
