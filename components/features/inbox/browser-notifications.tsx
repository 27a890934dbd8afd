"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { formatSentence } from "@/lib/browser/format";
import { newestUnreadQuery } from "@/lib/browser/inbox";
import { servicePath } from "@/lib/browser/service-path";
import { useQuery } from "@/lib/browser/use-query";
import { takeNews, useNotificationState } from "./notification-setting";

/**
 * Shows new items as notifications of the browser, for readers who turned them on; from one tab
 * alone.
 */
export function BrowserNotifications() {
	const on = useNotificationState() === "on";
	const speaks = useOnlyTab(on);
	const router = useRouter();
	const { data } = useQuery({ ...newestUnreadQuery(), enabled: speaks });
	useEffect(() => {
		if (!speaks || data === undefined) return;
		for (const { id, title, reason, link } of takeNews(data).reverse()) {
			const notification = new Notification(formatSentence(title, Date.now()), {
				tag: `inbox-${id}`,
				...(reason === null ? {} : { body: reason }),
			});
			notification.onclick = () => {
				window.focus();
				notification.close();
				router.push(link ?? "/inbox");
			};
		}
	}, [speaks, data, router]);
	return null;
}

/** Whether this tab holds the browser's lock; the next tab gets it when this one closes. */
function useOnlyTab(wanted: boolean): boolean {
	const [holds, setHolds] = useState(false);
	useEffect(() => {
		if (!wanted || navigator.locks === undefined) return;
		const left = new AbortController();
		const hold = () => {
			setHolds(true);
			return new Promise<void>((release) => left.signal.addEventListener("abort", () => release(), { once: true }));
		};
		navigator.locks.request(servicePath("/inbox"), { signal: left.signal }, hold).catch(() => undefined);
		return () => {
			left.abort();
			setHolds(false);
		};
	}, [wanted]);
	return holds;
}
