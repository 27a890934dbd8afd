"use client";

import { useEffect } from "react";
import { unreadQuery } from "@/lib/browser/inbox";
import { useQuery } from "@/lib/browser/use-query";
import { MOST_UNREAD } from "@/lib/contract/constants";

const words = (count: number) => (count >= MOST_UNREAD ? `${MOST_UNREAD - 1}+` : String(count));

/** The number of unread items beside the inbox in the navigation; nothing while there are none. */
export function UnreadCount() {
	const { data = 0 } = useQuery(unreadQuery());
	if (data === 0) return null;
	return (
		<span className="ms-auto rounded-full bg-accent px-1.5 font-medium text-accent-text text-small">
			{words(data)}
			<span className="sr-only"> unread</span>
		</span>
	);
}

const PREFIX = /^\(\d+\+?\) /;

/** Puts the number of unread items before the tab's title, whatever page names it. */
export function UnreadInTitle() {
	const { data = 0 } = useQuery(unreadQuery());
	useEffect(() => {
		const name = () => {
			const title = `${data === 0 ? "" : `(${words(data)}) `}${document.title.replace(PREFIX, "")}`;
			if (document.title !== title) document.title = title;
		};
		name();
		const observer = new MutationObserver(name);
		observer.observe(document.head, { childList: true, subtree: true, characterData: true });
		return () => observer.disconnect();
	}, [data]);
	return null;
}
