import { belowLeastReach, reachFigure, reachWords } from "@/components/features/designs/reach-words";
import { audienceSentence } from "@/components/features/designs/shared/audience-sentence";
import { partAt } from "@/components/features/designs/shared/expression-tree";
import { cx } from "@/components/kit/ui/cx";
import { ShareBar } from "@/components/kit/ui/share-bar";
import { formatCount, formatShare } from "@/lib/browser/format";
import type { AudienceExpression } from "@/lib/contract/audience";
import type { Estimate } from "@/lib/contract/estimate";

export interface ReachPanelProps {
	where: AudienceExpression | null;
	/** The last estimate; it stays in view while another one is on its way. */
	estimate: Estimate | undefined;
	refreshing: boolean;
}

/** The devices that an audience reaches, and how many each of its conditions leaves. */
export function ReachPanel({ where, estimate, refreshing }: ReachPanelProps) {
	const set = estimate?.sets[0];
	const devices = estimate?.sources.reduce((sum, source) => sum + source.device_count, 0) ?? 0;
	const reach = set?.item_count ?? null;
	const least = estimate?.least_reach ?? 0;
	const below = estimate === undefined ? null : belowLeastReach(estimate);
	const known = reach !== null || below !== null;
	return (
		<section
			aria-label="Reach"
			className="grid gap-4 border-line border-b bg-surface p-4 md:p-6 lg:grid-cols-[auto_minmax(0,1fr)] lg:gap-10"
		>
			<div className="min-w-48" aria-busy={refreshing}>
				<h2 className="text-muted">Reach</h2>
				<p role="status" className={cx("font-bold text-reach", refreshing && "text-muted")} data-reach-total>
					{known ? reachFigure(reach, least) : "—"}
				</p>
				<p className={below === null ? "text-muted" : "text-warn"}>
					{below !== null
						? below.words
						: reach === null
							? ""
							: `${reach === 1 ? "device" : "devices"}${devices === 0 ? "" : `, ${formatShare(reach, devices)} of all in the sources`}`}
				</p>
				<p className="min-h-5 text-muted text-small">
					{refreshing ? "Refreshing…" : known ? "" : "Complete the conditions to see the reach."}
				</p>
			</div>
			{set?.steps && where !== null ? (
				<Funnel where={where} devices={devices} steps={set.steps} least={least} refreshing={refreshing} />
			) : null}
		</section>
	);
}

interface FunnelProps {
	where: AudienceExpression;
	devices: number;
	steps: readonly { path: string; reach: number | null }[];
	/** The least reach; smaller numbers are null. */
	least: number;
	refreshing: boolean;
}

/** The words of a part, as in the sentence of the audience. */
function wordsOf(where: AudienceExpression, path: string): string | null {
	const part = partAt(where, path);
	if (part === null) return null;
	const words = audienceSentence({ sources: ["-"], where: part })
		.replace("Devices in - ", "")
		.replace(/\.$/, "");
	return words.charAt(0).toUpperCase() + words.slice(1);
}

function Funnel({ where, devices, steps, least, refreshing }: FunnelProps) {
	const grows = "any" in where;
	const largest = Math.max(devices, ...steps.map(({ reach }) => reach ?? least), 1);
	return (
		<div className="min-w-0">
			<h3 className="mb-2 font-medium">
				{grows ? "Devices reached, condition by condition" : "Devices left after each condition"}
			</h3>
			<ol aria-busy={refreshing} className="grid gap-2">
				<Bar words="All devices in these sources" reach={devices} least={least} largest={largest} note={null} />
				{steps.map(({ path, reach }, place) => {
					const before = place === 0 ? (grows ? 0 : devices) : (steps[place - 1]?.reach ?? null);
					const change = reach === null || before === null ? null : Math.abs(reach - before);
					const words = wordsOf(where, path);
					return words === null ? null : (
						<Bar
							key={path}
							words={words}
							reach={reach}
							least={least}
							largest={largest}
							note={change === null ? null : change === 0 ? "no change" : `${grows ? "+" : "−"}${formatCount(change)}`}
						/>
					);
				})}
			</ol>
		</div>
	);
}

interface BarProps {
	words: string;
	/** Null for a number below the least reach. */
	reach: number | null;
	least: number;
	largest: number;
	/** The devices that the condition removes or adds. */
	note: string | null;
}

function Bar({ words, reach, least, largest, note }: BarProps) {
	return (
		<li className="grid gap-0.5">
			<div className="flex flex-wrap items-baseline justify-between gap-x-3">
				<span className="min-w-0">
					<bdi>{words}</bdi>
				</span>
				<span className="ms-auto whitespace-nowrap">
					{note === null ? null : <span className="text-muted text-small">{note} · </span>}
					<span className="font-medium">{reachWords(reach, least)}</span>
				</span>
			</div>
			<div aria-hidden className="h-2.5 overflow-hidden rounded-sm bg-sunken">
				<ShareBar parts={[{ name: "reach", share: (reach ?? 0) / largest, look: "rounded-sm bg-accent" }]} />
			</div>
		</li>
	);
}
