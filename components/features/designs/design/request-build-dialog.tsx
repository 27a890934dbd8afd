"use client";

import { FormDialog } from "@/components/kit/form/form-dialog";
import { useSend } from "@/lib/browser/api";
import type { DesignDetail } from "@/lib/contract/design";
import { requestBuildParameters } from "@/lib/contract/design-bodies";
import { isolate } from "@/lib/rules/text/isolate";
import { EstimateSummary } from "./estimate-summary";

/** Requests a build with a reason, beside an estimate of the build. */
export function RequestBuildDialog({ design, onClose }: { design: DesignDetail; onClose: () => void }) {
	const request = useSend("POST /targeting/designs/[design_id]/request");
	return (
		<FormDialog
			title={`Request a build of ${isolate(design.name)}`}
			description="The design is locked until the build ends. Approvers of its deployments will see this reason."
			action="Request build"
			fields={[
				{ kind: "own", render: () => <EstimateSummary design={design} /> },
				{
					name: "reason",
					label: "Reason",
					lines: 3,
					hint: "What changed, and for which campaign.",
					input: { maxLength: 2_000 },
				},
			]}
			schema={requestBuildParameters}
			saving={request}
			send={(body, then) => request.mutate({ design_id: design.id, body }, then)}
			done={() => `Build of ${isolate(design.name)} requested`}
			onClose={onClose}
		/>
	);
}
