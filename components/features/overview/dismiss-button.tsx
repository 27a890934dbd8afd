"use client";

import { X } from "lucide-react";
import { toast } from "sonner";
import { Button } from "@/components/kit/ui/button";
import { useSend } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";
import type { AttentionItem } from "./attention";

/** Hides a failure until it happens again, with a way back. */
export function DismissButton({
	title,
	dismissal,
}: {
	title: string;
	dismissal: NonNullable<AttentionItem["dismissal"]>;
}) {
	const send = useSend("POST /api/overview/dismissals");
	const say = (dismissed: boolean) =>
		send.mutate(
			{ body: { ...dismissal, dismissed } },
			{
				onSuccess: () =>
					dismissed ? toast.success("Dismissed", { action: { label: "Undo", onClick: () => say(false) } }) : undefined,
				onError: (error) => toast.error("Not dismissed", { description: describeError(error) }),
			},
		);
	return (
		<Button
			variant="quiet"
			hint="Dismiss"
			aria-label={`Dismiss: ${title}`}
			pending={send.isPending}
			onClick={() => say(true)}
		>
			<X aria-hidden className="size-4" />
		</Button>
	);
}
