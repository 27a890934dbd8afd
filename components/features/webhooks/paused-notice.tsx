import { toast } from "sonner";
import { Button } from "@/components/kit/ui/button";
import { Notice } from "@/components/kit/ui/notice";
import { Moment } from "@/components/kit/ui/relative-time";
import { useSend } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";
import type { Webhook } from "@/lib/contract/webhook";
import { asSentence } from "@/lib/rules/text/as-sentence";

/** The reason for a pause, with the button that ends it; renders nothing for a webhook that is not paused. */
export function PausedNotice({ webhook, onReplay }: { webhook: Webhook; onReplay: () => void }) {
	const resume = useSend("POST /api/webhooks/[webhook_id]/resume");
	if (webhook.paused_at === null) return null;
	const run = () =>
		resume.mutate(
			{ webhook_id: webhook.id, revision: webhook.revision },
			{
				onSuccess: () => toast.success("Resumed", { action: { label: "Replay missed events…", onClick: onReplay } }),
				onError: (error) => toast.error(describeError(error)),
			},
		);
	return (
		<div className="px-4 py-4 md:px-6">
			<Notice kind="bad">
				<div className="flex flex-wrap items-center gap-x-4 gap-y-2">
					<p>
						Paused on <Moment iso={webhook.paused_at} />. {asSentence(webhook.paused_reason ?? "")} Events since then
						are not sent until you resume and replay them.
					</p>
					<Button pending={resume.isPending} onClick={run} className="md:-my-1.5">
						Resume
					</Button>
				</div>
			</Notice>
		</div>
	);
}
