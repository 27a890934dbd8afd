"use client";

import { Button } from "@/components/kit/ui/button";
import { Copyable } from "@/components/kit/ui/copyable";
import { Dialog, DialogActions, DialogBody } from "@/components/kit/ui/dialog";
import { Notice } from "@/components/kit/ui/notice";
import { Moment } from "@/components/kit/ui/relative-time";
import { ErrorState, Skeleton } from "@/components/kit/ui/states";
import { useSend } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";
import { formatCount } from "@/lib/browser/format";
import { useQuery } from "@/lib/browser/use-query";
import { deliveryQuery, REPLAY_DELIVERY } from "@/lib/browser/webhooks";
import type { WebhookDeliveryDetail } from "@/lib/contract/webhook";
import { DeliveryChip } from "./state-chip";

/** The beginning of an answer that the dialog shows. */
const MAX_ANSWER_LENGTH = 4_000;

interface DeliveryDialogProps {
	webhookId: string;
	deliveryId: string;
	onClose: () => void;
}

/** One message: what was sent, each attempt, and the beginning of the last answer. */
export function DeliveryDialog({ webhookId, deliveryId, onClose }: DeliveryDialogProps) {
	const delivery = useQuery(deliveryQuery(webhookId, deliveryId));
	const replay = useSend(REPLAY_DELIVERY);
	const { data } = delivery;
	return (
		<Dialog onClose={onClose} title={data?.type ?? "Delivery"} wide>
			<DialogBody>
				{replay.error === null ? null : (
					<Notice kind="bad" alert>
						{describeError(replay.error)}
					</Notice>
				)}
				{data !== undefined ? (
					<Details delivery={data} />
				) : delivery.error === null ? (
					<div className="grid gap-3" aria-busy="true">
						<Skeleton className="w-60" />
						<Skeleton className="w-40" />
					</div>
				) : (
					<ErrorState error={delivery.error} what="The delivery" onRetry={delivery.refetch} />
				)}
			</DialogBody>
			<DialogActions>
				<Button onClick={onClose}>Close</Button>
				<Button
					variant="primary"
					pending={replay.isPending}
					unavailable={data === undefined ? "Loading…" : data.status === "pending" ? "It is sent automatically." : null}
					onClick={() => replay.mutate({ webhook_id: webhookId, delivery_id: deliveryId })}
				>
					Replay
				</Button>
			</DialogActions>
		</Dialog>
	);
}

function Details({ delivery }: { delivery: WebhookDeliveryDetail }) {
	const { payload, answer, attempt_log: attempts, next_attempt_at: next } = delivery;
	return (
		<>
			<div className="flex flex-wrap items-center gap-2">
				<DeliveryChip status={delivery.status} />
				<span className="text-muted">
					happened <Moment iso={delivery.occurred_at} />
					{next === null ? null : (
						<>
							, next attempt <Moment iso={next} />
						</>
					)}
				</span>
			</div>
			<Copyable label="webhook-id" text={delivery.message_id} />
			{payload === null ? (
				<p className="text-muted">
					{attempts.length === 0 ? "Nothing has been sent yet." : "Audit events are not kept here. See the audit log."}
				</p>
			) : (
				<Copyable label="Payload" text={indented(payload)} />
			)}
			<section aria-label="Attempts" className="grid gap-1">
				<h3 className="font-medium">Attempts</h3>
				{attempts.length === 0 ? <p className="text-muted">None yet.</p> : null}
				<ol className="grid gap-1">
					{attempts.map(({ at, response_status, duration_ms, problem }) => (
						<li key={at} className="flex flex-wrap gap-x-2 text-small">
							<Moment iso={at} />
							<span>{response_status ?? "no answer"}</span>
							<span className="text-muted">{formatCount(duration_ms)} ms</span>
							{problem === null ? null : <span className="text-bad">{problem}</span>}
						</li>
					))}
				</ol>
			</section>
			{answer === null || answer === "" ? null : (
				<section aria-label="Answer" className="grid gap-1">
					<h3 className="font-medium">Answer</h3>
					{/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach it */}
					<pre tabIndex={0} className="max-h-40 overflow-auto rounded-md bg-sunken p-2 font-mono text-small">
						{answer.slice(0, MAX_ANSWER_LENGTH)}
					</pre>
				</section>
			)}
		</>
	);
}

/** A body as people read it. */
function indented(payload: string): string {
	try {
		return JSON.stringify(JSON.parse(payload), null, 2);
	} catch {
		return payload;
	}
}
