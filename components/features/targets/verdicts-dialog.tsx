"use client";

import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions, DialogBody } from "@/components/kit/ui/dialog";
import { Link } from "@/components/kit/ui/link";
import { TwoLines } from "@/components/kit/ui/query-card";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { ServiceWords } from "@/components/kit/ui/service-words";
import { ErrorState } from "@/components/kit/ui/states";
import { read } from "@/lib/browser/api";
import { formatCount } from "@/lib/browser/format";
import { useQuery } from "@/lib/browser/use-query";
import type { ActivationRule, RuleVerdict } from "@/lib/contract/activation-rule";
import { statusWord } from "@/lib/contract/status-terms";
import { isolate } from "@/lib/rules/text/isolate";

const OUTCOME_WORDS: Readonly<Record<RuleVerdict["outcome"], string>> = {
	activated: "Activated",
	would_activate: "Would have activated",
	missed: "Left to people",
};

const MAX_ROWS = 50;

/** The verdicts of a rule on the newest requests, and their outcomes. */
export function VerdictsDialog({ rule, onClose }: { rule: ActivationRule; onClose: () => void }) {
	const { data, error, refetch } = useQuery(
		read("GET /api/targets/[target_id]/rules/[rule_id]/verdicts", {
			target_id: rule.target_id,
			rule_id: rule.id,
			limit: MAX_ROWS,
		}),
	);
	return (
		<Dialog
			onClose={onClose}
			title={`Verdicts of ${isolate(rule.name)}`}
			description={
				data === undefined ? "…" : `The newest ${formatCount(data.rows.length)} of ${formatCount(data.total)}.`
			}
			wide
		>
			<DialogBody>
				{data !== undefined ? (
					<ul aria-label="Verdicts" className="divide-y divide-line">
						{data.rows.map((verdict) => (
							<Verdict key={verdict.deployment_id} verdict={verdict} />
						))}
					</ul>
				) : error === null ? (
					<TwoLines />
				) : (
					<ErrorState error={error} what="The verdicts" onRetry={refetch} />
				)}
			</DialogBody>
			<DialogActions>
				<Button onClick={onClose}>Close</Button>
			</DialogActions>
		</Dialog>
	);
}

function Verdict({ verdict }: { verdict: RuleVerdict }) {
	const { deployment_id, design_name, requester_org_name, deployment_status, outcome, misses, at } = verdict;
	return (
		<li className="grid gap-0.5 py-2">
			<span className="flex flex-wrap gap-x-2">
				<Link href={`/deployments/${deployment_id}`} className="rounded-sm text-accent hover:underline">
					<bdi>{design_name}</bdi>
				</Link>
				<span className="text-muted">
					<bdi>{requester_org_name}</bdi> · <RelativeTime iso={at} />
				</span>
			</span>
			<span>
				{OUTCOME_WORDS[outcome]}
				{misses.length === 0 ? null : (
					<>
						: <ServiceWords>{misses.map(({ message }) => message).join(" · ")}</ServiceWords>
					</>
				)}
				<span className="text-muted"> · {statusWord(deployment_status)} now</span>
			</span>
		</li>
	);
}
