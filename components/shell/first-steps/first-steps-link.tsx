"use client";

import { Footprints } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useGuideWish } from "./guide-state";

/** The way back to the first steps while they are under way. */
export function FirstStepsLink({ userId, onFollow }: { userId: string; onFollow: () => void }) {
	const wish = useGuideWish(userId);
	const pathname = usePathname();
	if (wish !== "open" || pathname === "/") return null;
	return (
		<Link
			href="/"
			onClick={onFollow}
			className="flex items-center gap-2 rounded-md bg-accent-soft px-2 py-1.5 font-medium text-accent hover:underline max-lg:py-2.5"
		>
			<Footprints aria-hidden className="size-4 shrink-0" />
			Get started
		</Link>
	);
}
