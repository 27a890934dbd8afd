"use client";

import { useState } from "react";
import { toast } from "sonner";
import { ActionDialog } from "@/components/ui/action-dialog";
import { Button } from "@/components/ui/button";
import { controlClass, Field } from "@/components/ui/field";
import { useSettleBuild } from "@/lib/client/design-editing";
import { type BuildDetail, rejectBuildBody } from "@/lib/contract/build";

/** What an operator does with a failed build: have it tried again, or give it up with a reason for the designer. */
export function SettleBuild({ build }: { build: BuildDetail }) {
	const settle = useSettleBuild(build.id);
	const [rejecting, setRejecting] = useState(false);
	const [problem, setProblem] = useState<string | null>(null);
	if (build.status !== "failed" || !(build.permissions.retry || build.permissions.reject)) return null;
	const retry = () =>
		settle.mutate(
			{ reason: null },
			{
				onSuccess: () => toast.success("The build is tried again"),
				onError: (error) => toast.error("The build was not retried", { description: error.message }),
			},
		);
	const reject = (fields: FormData) => {
		const body = { reason: String(fields.get("reason") ?? "").trim() };
		const message = rejectBuildBody.safeParse(body).error?.issues[0]?.message;
		setProblem(message === undefined ? null : `The reason ${message}.`);
		if (message !== undefined) return;
		settle.mutate(body, {
			onSuccess: () => {
				toast.success("The build is rejected", { description: "The design can be edited again." });
				setRejecting(false);
			},
		});
	};
	return (
		<div className="flex flex-wrap gap-2" data-print="hidden">
			<Button pending={settle.isPending && !rejecting} onClick={retry}>
				Retry
			</Button>
			<Button variant="danger" onClick={() => setRejecting(true)}>
				Reject…
			</Button>
			{rejecting ? (
				<ActionDialog
					open
					onOpenChange={setRejecting}
					title={`Reject the build of ${build.name}`}
					description="The design becomes editable again, and its designer reads the reason."
					action="Reject build"
					variant="destructive"
					pending={settle.isPending}
					error={settle.error}
					onSubmit={reject}
				>
					<Field label="Reason" error={problem} hint="What the designer has to change.">
						{(control) => <textarea {...control} name="reason" rows={3} maxLength={2_000} className={controlClass()} />}
					</Field>
				</ActionDialog>
			) : null}
		</div>
	);
}
