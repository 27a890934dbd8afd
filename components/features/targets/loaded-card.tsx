import { agentName } from "@/components/kit/status/agent-name";
import { ReaderStatusLine } from "@/components/kit/status/reader-chip";
import { Bytes } from "@/components/kit/ui/bytes";
import { Card } from "@/components/kit/ui/card";
import { Link } from "@/components/kit/ui/link";
import { HEAD_LINK } from "@/components/kit/ui/name-links";
import { EmptyState } from "@/components/kit/ui/states";
import { formatCount, formatPlural } from "@/lib/browser/format";
import type { TargetState } from "@/lib/contract/target";

const MAX_ROWS = 10;
const LINK = "rounded-sm py-1 text-accent hover:underline";

/** The deployments to be loaded, problems first, and leftovers that agents should have unloaded. */
export function LoadedCard({ targetId, state }: { targetId: string; state: TargetState }) {
	const { deployments, activated, requested, summary, leftovers } = state;
	const list = `/deployments?target_id=${targetId}`;
	return (
		<Card
			title="Status on agents"
			aside={
				<Link href={`${list}&status=requested`} className={`${LINK} text-small`}>
					{formatPlural(requested, "pending request")}
				</Link>
			}
		>
			<dl className="flex flex-wrap gap-x-6 gap-y-1 px-3 py-2">
				{(
					[
						["activated", activated, ""],
						["loaded", summary.loaded, "text-ok"],
						["pending", summary.pending, summary.pending > 0 ? "text-warn" : ""],
						["failed", summary.failed, summary.failed > 0 ? "text-bad" : ""],
					] as const
				).map(([name, count, look]) => (
					<div key={name} className="flex items-baseline gap-1.5">
						<dt className="text-muted">{name}</dt>
						<dd className={`text-large font-medium ${look}`}>
							<Link
								href={`${list}&status=activated${name === "activated" ? "" : `&actual=${name}`}`}
								className="-mx-2 inline-block rounded-sm px-2 hover:underline"
							>
								{formatCount(count)}
							</Link>
						</dd>
					</div>
				))}
			</dl>
			{deployments.length === 0 ? (
				<EmptyState inCard title="No active deployments" />
			) : (
				<ul aria-label="Activated deployments" className="divide-y divide-line border-line border-t">
					{deployments.slice(0, MAX_ROWS).map((deployment) => (
						<li key={deployment.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
							<Link href={`/deployments/${deployment.id}`} className={`min-w-0 grow ${HEAD_LINK}`}>
								<bdi>{deployment.design_name}</bdi>
							</Link>
							<ReaderStatusLine deployment={deployment} />
							<span className="text-muted sm:min-w-16 sm:text-end">
								<Bytes value={deployment.filesize} />
							</span>
						</li>
					))}
				</ul>
			)}
			{activated > MAX_ROWS ? (
				<p className="border-line border-t px-3 py-2">
					<Link href={`${list}&status=activated`} className={LINK}>
						All {formatCount(activated)} activated deployments
					</Link>
				</p>
			) : null}
			{leftovers.length === 0 ? null : (
				<section aria-label="Still on agents" className="border-line border-t px-3 py-2">
					<p className="font-medium text-warn">Still on agents, although no longer activated</p>
					<ul className="text-small">
						{leftovers.map(({ deployment_id, design_name, agent, state: held }) => (
							<li key={`${deployment_id} ${agent}`}>
								<bdi>{design_name}</bdi> <span className="text-muted">is {held} on</span>{" "}
								<span className="font-mono">
									<bdi>{agentName(agent)}</bdi>
								</span>
							</li>
						))}
					</ul>
				</section>
			)}
		</Card>
	);
}
