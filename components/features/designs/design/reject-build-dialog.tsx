"use client";

import { FormDialog } from "@/components/kit/form/form-dialog";
import { useSend } from "@/lib/browser/api";
import { type BuildDetail, rejectBuildBody } from "@/lib/contract/build";
import { isolate } from "@/lib/rules/text/isolate";

/** Lets an operator reject a failed build, with a reason for the designer. */
export function RejectBuildDialog({ build, onClose }: { build: BuildDetail; onClose: () => void }) {
	const settle = useSend("POST /api/builds/[build_id]/reject");
	return (
		<FormDialog
			title={`Reject the build of ${isolate(build.name)}`}
			description="The design can be edited again. Its designer will see this reason."
			action="Reject build"
			variant="destructive"
			fields={[
				{
					name: "reason",
					label: "Reason",
					lines: 3,
					hint: "What the designer should change.",
					input: { maxLength: 2_000 },
				},
			]}
			schema={rejectBuildBody}
			saving={settle}
			send={(body, then) => settle.mutate({ build_id: build.id, body }, then)}
			done={() => ["Build rejected", "The design can be edited again."]}
			onClose={onClose}
		/>
	);
}
