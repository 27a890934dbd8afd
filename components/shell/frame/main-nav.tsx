"use client";

import { useQuery } from "@tanstack/react-query";
import {
	BookOpen,
	Database,
	House,
	Inbox,
	KeyRound,
	type LucideIcon,
	Package,
	Rocket,
	ScrollText,
	Server,
	Shapes,
	Users,
} from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import type { SessionUser } from "@/components/kit/session/session";
import { deploymentsQuery } from "@/lib/browser/deployments";
import { formatCount } from "@/lib/browser/format";

export interface Place {
	href: string;
	name: string;
	icon: LucideIcon;
	roles: readonly SessionUser["role"][];
}

const EVERYONE = ["designer", "administrator", "operator"] as const;
const DECIDERS = ["administrator", "operator"] as const;

/** The pages of design.md section 9 in their groups; the command palette goes to the same ones. */
export const PLACES: readonly (readonly Place[])[] = [
	[
		{ href: "/", name: "Overview", icon: House, roles: EVERYONE },
		{ href: "/approvals", name: "Approvals", icon: Inbox, roles: DECIDERS },
		{ href: "/deployments", name: "Deployments", icon: Rocket, roles: EVERYONE },
		{ href: "/targets", name: "Targets", icon: Server, roles: DECIDERS },
	],
	[
		{ href: "/designs", name: "Designs", icon: Shapes, roles: EVERYONE },
		{ href: "/builds", name: "Builds", icon: Package, roles: EVERYONE },
		{ href: "/sources", name: "Inventory sources", icon: Database, roles: EVERYONE },
	],
	[
		{ href: "/people", name: "People", icon: Users, roles: DECIDERS },
		{ href: "/keys", name: "API keys", icon: KeyRound, roles: EVERYONE },
		{ href: "/audit", name: "Audit", icon: ScrollText, roles: EVERYONE },
		{ href: "/docs", name: "API reference", icon: BookOpen, roles: EVERYONE },
	],
];

/** The groups of pages that a role may use, without those of which nothing is left. */
export const placesOf = (role: SessionUser["role"]): Place[][] =>
	PLACES.map((group) => group.filter(({ roles }) => roles.includes(role))).filter((group) => group.length > 0);

/** The number of requests that wait for a decision; nothing while it is unknown or nought. */
function WaitingCount() {
	const { data } = useQuery(deploymentsQuery({ status: "requested", limit: 0 }));
	if (data === undefined || data.total === 0) return null;
	return (
		<span className="ms-auto text-small">
			{formatCount(data.total)}
			<span className="sr-only"> waiting</span>
		</span>
	);
}

/** The pages that the role may use. */
export function MainNav({ role, onFollow }: { role: SessionUser["role"]; onFollow: () => void }) {
	return (
		<div className="grid divide-y divide-line">
			{placesOf(role).map((group) => (
				<ul key={group[0]?.href} className="grid gap-0.5 py-2 first:pt-0 last:pb-0">
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
				className="flex items-center gap-2 rounded-md px-2 py-1.5 text-muted hover:bg-sunken hover:text-text aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent max-lg:py-2.5"
			>
				<Icon aria-hidden className="size-4 shrink-0" />
				{name}
				{href === "/approvals" ? <WaitingCount /> : null}
			</Link>
		</li>
	);
}
