"use client";

import { Button } from "@/components/kit/ui/button";
import { Notice } from "@/components/kit/ui/notice";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { historyQuery } from "@/lib/browser/deployment-work";
import { useQuery } from "@/lib/browser/use-query";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { changesBetween, lastActWords } from "./changes-between";

export interface ChangedNoticeProps {
	/** The request as the reader first saw it. */
	seen: DeploymentDetail;
	now: DeploymentDetail;
	/** Whether it has been deleted. */
	gone: boolean;
	/** Why a decision was refused for it; null when none was. */
	refused: string | null;
	onLookAgain: () => void;
	onNext: () => void;
}

/** Names the person that changed or ended the open request, and offers the next step. */
export function ChangedNotice({ seen, now, gone, refused, onLookAgain, onNext }: ChangedNoticeProps) {
	const { data: history } = useQuery({ ...historyQuery(now.id), enabled: !gone });
	const ended = gone || now.status !== "requested";
	const last = history?.rows[0];
	const who = lastActWords(history?.rows);
	return (
		<Notice kind={ended || refused !== null ? "bad" : "warn"} alert>
			<div className="grid justify-items-start gap-2">
				<div>
					<p className="font-medium">
						{refused !== null
							? "Not done: the request changed before your decision arrived."
							: ended
								? "This request is no longer pending."
								: "This request has changed since you opened it."}
					</p>
					{gone ? <p>It was deleted.</p> : null}
					{who === null || last === undefined || gone ? null : (
						<p>
							{who}, <RelativeTime iso={last.at} sentence />.
						</p>
					)}
					{gone ? null : changesBetween(seen, now).map((change) => <p key={change}>{change}</p>)}
				</div>
				{ended ? (
					<Button shortcut="j" onClick={onNext}>
						Go to the next request
					</Button>
				) : (
					<Button onClick={onLookAgain}>Continue</Button>
				)}
			</div>
		</Notice>
	);
}
