import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { cx } from "./cx";

/** The way back from one thing to where it is one of many; it stands before the page's title. */
export function BackLink({ href, className, children }: { href: string; className?: string; children: ReactNode }) {
	return (
		<Link
			href={href}
			className={cx(
				"-my-0.5 -ms-1 inline-flex shrink-0 items-center self-center rounded-sm py-0.5 whitespace-nowrap text-muted hover:text-text sm:me-1",
				className,
			)}
			data-print="hidden"
		>
			<ChevronLeft aria-hidden className="size-4" />
			{children}
		</Link>
	);
}
