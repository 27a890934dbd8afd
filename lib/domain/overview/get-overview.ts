import type { Overview } from "@/lib/contract/overview";
import { mayOperate } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { loadAuditRecords } from "@/lib/domain/audit/load-audit-records";
import { newestAuditIds } from "@/lib/domain/audit/newest-audit-ids";
import type { Service } from "@/lib/platform/service";
import { unlistedProxies } from "@/lib/platform/unlisted-proxies";
import { designStages } from "./design-stages";
import { endedRequests } from "./ended-requests";
import { failedBuilds } from "./failed-builds";
import { failedLoads } from "./failed-loads";
import { failedSchedules } from "./failed-schedules";
import { liveDesigns } from "./live-designs";
import { liveOnTargets } from "./live-on-targets";
import { openBuilds } from "./open-builds";
import { readFigures } from "./read-figures";
import { scarceDisks } from "./scarce-disks";
import { silentTargets } from "./silent-targets";
import { ownRequests, requestsByTarget, requestsToDecide } from "./waiting-requests";

/** Several changes are often one group on the page. */
const CHANGES = 30;

/**
 * `GET /api/overview` (docs/contract.md, Service): pending decisions, failures, active deployments
 * and latest changes, each as a number with the list behind it.
 */
export async function getOverview(service: Service, principal: Principal): Promise<Overview> {
	const [toDecide, byTarget, own, open, builds, loads, targets, schedules, requests, onTargets, stages, changes] =
		await Promise.all([
			requestsToDecide(service, principal),
			requestsByTarget(service, principal),
			ownRequests(service, principal),
			openBuilds(service, principal),
			failedBuilds(service, principal),
			failedLoads(service, principal),
			silentTargets(service, principal),
			failedSchedules(service, principal),
			endedRequests(service, principal),
			liveOnTargets(service, principal),
			designStages(service, principal),
			newestAuditIds(service.prisma, principal, {}, { limit: CHANGES, before: null, changes: true }),
		]);
	const designs = await liveDesigns(
		service,
		principal,
		onTargets.targets.map(({ target_id }) => target_id),
	);
	const live = { ...onTargets, designs };
	return {
		disks: mayOperate(principal) ? scarceDisks() : [],
		unlisted_proxies: mayOperate(principal) ? unlistedProxies() : [],
		figures: await readFigures(service, principal, { waiting: toDecide, live }),
		stages,
		waiting: { to_decide: toDecide, to_decide_by_target: byTarget, my_requests: own, builds: open },
		failed: { builds, loads, silent_targets: targets, schedules, requests },
		live,
		changes: { link: "/audit", rows: await loadAuditRecords(service.prisma, principal, changes) },
	};
}
