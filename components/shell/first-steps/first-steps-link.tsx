"use client";

import { Footprints } from "lucide-react";
import { usePathname } from "next/navigation";
import { useSessionUser } from "@/components/kit/session/session-context";
import { Link } from "@/components/kit/ui/link";
import { useGuideWish } from "./guide-state";

/** The way back to the first steps while they are under way. */
export function FirstStepsLink({ onFollow }: { onFollow: () => void }) {
	const wish = useGuideWish(useSessionUser());
	const pathname = usePathname();
	if (wish !== "open" || pathname === "/") return null;
	return (
		<Link
			href="/"
			onClick={onFollow}
			className="flex items-center gap-2 rounded-md bg-accent-soft px-2 py-1.5 font-medium text-accent hover:underline max-lg:min-h-11"
		>
			<Footprints aria-hidden className="size-4 shrink-0" />
			Get started
		</Link>
	);
}
