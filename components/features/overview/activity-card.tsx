import { ActorName } from "@/components/features/audit/actor-name";
import { Card } from "@/components/kit/ui/card";
import { Link } from "@/components/kit/ui/link";
import { SENTENCE_LINK } from "@/components/kit/ui/name-links";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { formatPlural } from "@/lib/browser/format";
import type { Overview } from "@/lib/contract/overview";
import { type ActivityGroup, type Deed, groupActivity } from "./activity";

const MOST_GROUPS = 10;
/** Objects of a group that are named; the audit log has the others. */
const NAMED = 2;

/** The latest changes, in groups of one actor and minute. */
export function ActivityCard({ changes }: { changes: Overview["changes"] }) {
	const groups = groupActivity(changes.rows).slice(0, MOST_GROUPS);
	return (
		<Card
			title="Recent activity"
			aside={
				<Link href={changes.link} className="rounded-sm py-1 text-accent text-small hover:underline">
					View audit log
				</Link>
			}
		>
			<ol aria-label="Recent activity" className="py-1">
				{groups.map((group) => (
					<Group key={group.key} group={group} />
				))}
			</ol>
		</Card>
	);
}

function Group({ group: { event, deeds } }: { group: ActivityGroup }) {
	return (
		<li className="flex items-baseline gap-x-3 px-4 py-1.5">
			<span className="min-w-0 grow break-words">
				<span className="font-medium">
					<ActorName event={event} sentence />
				</span>{" "}
				{deeds.map((deed, place) => (
					<span key={deed.did}>
						{place === 0 ? "" : "; "}
						<Done deed={deed} />
					</span>
				))}
			</span>
			<span className="shrink-0 text-muted text-small leading-5">
				<RelativeTime iso={event.at} sentence />
			</span>
		</li>
	);
}

function Done({ deed: { did, objects } }: { deed: Deed }) {
	const named = objects.slice(0, objects.length > NAMED + 1 ? NAMED : NAMED + 1);
	const others = objects.length - named.length;
	return (
		<>
			<span className="text-muted">{did}</span>{" "}
			{named.map(({ name, href }, index) => (
				<span key={`${name} ${href}`}>
					{index === 0 ? "" : index === objects.length - 1 ? " and " : ", "}
					{href === null ? (
						name
					) : (
						<Link href={href} className={`py-1 ${SENTENCE_LINK}`}>
							{name}
						</Link>
					)}
				</span>
			))}
			{others === 0 ? null : <span className="text-muted"> and {formatPlural(others, "other")}</span>}
		</>
	);
}
