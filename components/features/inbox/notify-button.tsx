"use client";

import { Bell, BellOff } from "lucide-react";
import { Button } from "@/components/kit/ui/button";
import { turnNotificationsOff, turnNotificationsOn, useNotificationState } from "./notification-setting";

/** Turns browser notifications on and off; the browser is asked for nothing before. */
export function NotifyButton() {
	const state = useNotificationState();
	if (state === "unsupported") return null;
	if (state === "on") {
		return (
			<Button onClick={turnNotificationsOff}>
				<BellOff aria-hidden className="size-4" />
				Turn off desktop notifications
			</Button>
		);
	}
	const denied = "Your browser blocks notifications of this site. Allow them in its settings first.";
	return (
		<Button unavailable={state === "denied" ? denied : null} onClick={() => void turnNotificationsOn()}>
			<Bell aria-hidden className="size-4" />
			Turn on desktop notifications
		</Button>
	);
}
