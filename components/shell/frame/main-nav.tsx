"use client";

import { usePathname } from "next/navigation";
import { UnreadCount } from "@/components/features/inbox/unread-count";
import type { SessionUser } from "@/components/kit/session/session";
import { Link } from "@/components/kit/ui/link";
import { type Place, placesOf } from "@/components/shell/nav/places";
import { formatCount } from "@/lib/browser/format";
import { queueFiguresQuery } from "@/lib/browser/queue";
import { useQuery } from "@/lib/browser/use-query";

/** The number of requests that wait for a decision; nothing while it is unknown or nought. */
function WaitingCount() {
	// On the queue's page its own answers have the figures, and are put here (`useQueue`).
	const isQueue = usePathname() === "/approvals";
	const { data } = useQuery({ ...queueFiguresQuery(), ...(isQueue ? { staleTime: "static" as const } : {}) });
	if (data === undefined || data.pending_count === 0) return null;
	return (
		<span className="ms-auto text-small">
			{formatCount(data.pending_count)}
			<span className="sr-only"> pending</span>
		</span>
	);
}

/** The pages that the role may use. */
export function MainNav({ role, onFollow }: { role: SessionUser["role"]; onFollow: () => void }) {
	return (
		<div className="grid divide-y divide-line -mx-1 min-h-0 overflow-y-auto px-1">
			{placesOf(role).map((group) => (
				<ul
					key={group[0]?.href}
					className="grid gap-0.5 py-2 first:pt-0 last:pb-0 max-lg:gap-0 max-lg:py-1 lg:[@media(max-height:49rem)]:gap-0 lg:[@media(max-height:49rem)]:py-1"
				>
					{group.map((place) => (
						<PlaceLink key={place.href} place={place} onFollow={onFollow} />
					))}
				</ul>
			))}
		</div>
	);
}

function PlaceLink({ place: { href, name, icon: Icon }, onFollow }: { place: Place; onFollow: () => void }) {
	const pathname = usePathname();
	const current = pathname === href ? "page" : href !== "/" && pathname.startsWith(`${href}/`) ? "true" : undefined;
	return (
		<li>
			<Link
				href={href}
				onClick={onFollow}
				aria-current={current}
				className="flex items-center gap-2 rounded-md px-2 py-1.5 text-muted hover:bg-sunken hover:text-text aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent max-lg:min-h-11 lg:[@media(min-height:49rem)_and_(max-height:54rem)]:py-1 lg:[@media(max-height:49rem)]:py-0.5"
			>
				<Icon aria-hidden className="size-4 shrink-0" />
				{name}
				{href === "/approvals" ? <WaitingCount /> : null}
				{href === "/inbox" ? <UnreadCount /> : null}
			</Link>
		</li>
	);
}
