import { Notice } from "@/components/kit/ui/notice";
import { Moment } from "@/components/kit/ui/relative-time";
import { formatPlural } from "@/lib/browser/format";
import type { Pull } from "@/lib/contract/pull";
import { asSentence } from "@/lib/rules/text/as-sentence";

/** From where and when a file is pulled, and how it went; `does` is what it does: `Replaces the data`. */
export function PullState({ pull, does }: { pull: Pull; does: string }) {
	const {
		url,
		has_query: hasQuery,
		problem,
		last_pulled_at: last,
		last_changed_at: changed,
		next_at: next,
		running,
		failures,
	} = pull;
	return (
		<div className="grid gap-2">
			<p className="wrap-anywhere font-mono text-small">
				<bdi>{url}</bdi>
				{hasQuery ? <span className="text-muted">?…</span> : null}
			</p>
			<p>
				{does} {whenOf(pull)}.
			</p>
			{problem === null ? null : (
				<Notice kind="bad">
					{failures === 1 ? "The last pull failed" : `The last ${failures} pulls failed`}: {asSentence(problem)}
				</Notice>
			)}
			<dl className="flex flex-wrap gap-x-6 gap-y-1 text-small">
				<Fact name="Last pull">{last === null ? "never" : <Moment iso={last} />}</Fact>
				<Fact name="Last new data">{changed === null ? "never" : <Moment iso={changed} />}</Fact>
				<Fact name={problem === null ? "Next pull" : "Next attempt"}>
					{running ? <span role="status">pulling now…</span> : <Moment iso={next} />}
				</Fact>
			</dl>
		</div>
	);
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
	return (
		<div className="flex min-w-0 gap-1.5">
			<dt className="text-muted">{name}</dt>
			<dd className="min-w-0">{children}</dd>
		</div>
	);
}

function whenOf({ every_hours: hours, daily_at: daily, time_zone: zone }: Pull): string {
	if (daily !== null) return `daily at ${daily} (${zone ?? "UTC"})`;
	return hours === 1 ? "every hour" : `every ${formatPlural(hours ?? 24, "hour")}`;
}
