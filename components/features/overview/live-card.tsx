import Link from "next/link";
import { TargetSyncChip } from "@/components/features/targets/sync-words";
import { Card } from "@/components/kit/ui/card";
import { HEAD_LINK, ROW_LINK } from "@/components/kit/ui/name-links";
import { EmptyState } from "@/components/kit/ui/states";
import { formatCount, formatPlural } from "@/lib/browser/format";
import type { Overview } from "@/lib/contract/overview";

/** Activated deployments per target, with the state of its agents. */
export function LiveCard({ live }: { live: Overview["live"] }) {
	const { activated, link, targets, target_count } = live;
	return (
		<Card title="Activated">
			<p className="px-3 py-2">
				<Link href={link} className={`inline-flex items-baseline gap-2 ${ROW_LINK}`}>
					<span className="text-title font-bold">{formatCount(activated)}</span>
					<span>{activated === 1 ? "activated deployment" : "activated deployments"}</span>
				</Link>{" "}
				<span className="text-muted">on {formatPlural(target_count, "target")}</span>
			</p>
			{targets.length === 0 ? (
				<EmptyState inCard title="No active deployments" />
			) : (
				<ul aria-label="Activated on targets" className="divide-y divide-line border-line border-t">
					{targets.map((row) => (
						<li key={row.target_id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
							<span className="min-w-0 grow">
								{row.sync === null ? (
									<span className="font-medium">
										<bdi>{row.target}</bdi>
									</span>
								) : (
									<Link href={`/targets/${row.target_id}`} className={HEAD_LINK}>
										<bdi>{row.target}</bdi>
									</Link>
								)}
							</span>
							{row.sync === null || row.agents === null ? null : (
								<TargetSyncChip
									overview={{
										sync: row.sync,
										agents: { ...row.agents, last_seen_at: null },
										activated: row.activated,
									}}
								/>
							)}
							<span className="flex gap-x-3">
								{row.requested === 0 ? null : (
									<Link
										href={`/deployments?target_id=${row.target_id}&status=requested`}
										className={`text-warn ${ROW_LINK}`}
									>
										{formatCount(row.requested)} requested
									</Link>
								)}
								<Link href={row.link} className={ROW_LINK}>
									{formatCount(row.activated)} activated
								</Link>
							</span>
						</li>
					))}
				</ul>
			)}
			{target_count > targets.length && targets.some(({ sync }) => sync !== null) ? (
				<p className="flex border-line border-t px-3 py-1">
					<Link href="/targets" className="rounded-sm py-1 text-accent hover:underline">
						All {formatCount(target_count)} targets
					</Link>
				</p>
			) : null}
		</Card>
	);
}
