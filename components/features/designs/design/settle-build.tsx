"use client";

import { useState } from "react";
import { toast } from "sonner";
import { Button } from "@/components/kit/ui/button";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { useSend } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";
import type { BuildDetail } from "@/lib/contract/build";

const RejectBuildDialog = lazyDialog(() => import("./reject-build-dialog").then((module) => module.RejectBuildDialog));

/** Lets an operator retry a failed build, or reject it with a reason. */
export function SettleBuild({ build }: { build: BuildDetail }) {
	const settle = useSend("POST /api/builds/[build_id]/retry");
	const [rejecting, setRejecting] = useState(false);
	if (build.status !== "failed" || !(build.permissions.retry || build.permissions.reject)) return null;
	const retry = () =>
		settle.mutate(
			{ build_id: build.id },
			{
				onSuccess: () => toast.success("Retrying the build"),
				onError: (error) => toast.error("Could not retry the build", { description: describeError(error) }),
			},
		);
	return (
		<div className="mt-2 flex flex-wrap gap-2" data-print="hidden">
			<Button pending={settle.isPending} onClick={retry}>
				Retry
			</Button>
			<Button variant="danger" onClick={() => setRejecting(true)}>
				Reject…
			</Button>
			{rejecting ? <RejectBuildDialog build={build} onClose={() => setRejecting(false)} /> : null}
		</div>
	);
}
