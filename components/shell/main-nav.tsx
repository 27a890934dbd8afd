"use client";

import { useQuery } from "@tanstack/react-query";
import { Inbox, type LucideIcon, Shapes } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { deploymentsQuery } from "@/lib/client/deployments";
import { formatCount } from "@/lib/client/format";
import type { SessionUser } from "./session";

interface Place {
	href: string;
	name: string;
	icon: LucideIcon;
	roles: readonly SessionUser["role"][];
}

const PLACES: readonly Place[] = [
	{ href: "/designs", name: "Designs", icon: Shapes, roles: ["designer", "administrator", "operator"] },
	{ href: "/approvals", name: "Approvals", icon: Inbox, roles: ["administrator", "operator"] },
];

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
	const pathname = usePathname();
	return (
		<ul className="grid gap-0.5">
			{PLACES.filter(({ roles }) => roles.includes(role)).map(({ href, name, icon: Icon }) => {
				const current = pathname === href ? "page" : pathname.startsWith(`${href}/`) ? "true" : undefined;
				return (
					<li key={href}>
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
			})}
		</ul>
	);
}
