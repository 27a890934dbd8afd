"use client";

import { useState, useSyncExternalStore } from "react";
import { Button } from "@/components/kit/ui/button";
import { Notice } from "@/components/kit/ui/notice";
import { send } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";

const never = () => () => {};

/** Ends the mails of one link, after one click. */
export function UnsubscribeForm({ token, what }: { token: string; what: string }) {
	const [state, setState] = useState<"asked" | "pending" | "done">("asked");
	const [problem, setProblem] = useState<string | null>(null);
	const ready = useSyncExternalStore(
		never,
		() => true,
		() => false,
	);
	const run = async () => {
		setState("pending");
		setProblem(null);
		try {
			await send("POST /api/unsubscribe", { token });
			setState("done");
		} catch (error) {
			setState("asked");
			setProblem(describeError(error));
		}
	};
	if (state === "done") {
		return (
			<Notice kind="ok" alert>
				You won't get emails about {what} anymore. Your inbox still has them.
			</Notice>
		);
	}
	return (
		<div className="grid gap-4">
			{problem === null ? null : (
				<Notice kind="bad" alert>
					{problem}
				</Notice>
			)}
			<p>Stop emails about {what}? Your inbox will still have them.</p>
			<Button variant="primary" disabled={!ready} pending={state === "pending"} onClick={run}>
				Unsubscribe
			</Button>
		</div>
	);
}
