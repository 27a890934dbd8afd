import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx";
import { PageLink } from "./page-link";

/** The way back from one thing to where it is one of many; it stands before the page's title. */
export function BackLink({ href, className, children }: { href: string; className?: string; children: ReactNode }) {
	return (
		<PageLink
			href={href}
			className={cx(
				"-my-0.5 -ms-1 inline-flex shrink-0 items-center self-center rounded-sm py-0.5 whitespace-nowrap text-muted hover:text-text sm:me-1",
				className,
			)}
			data-print="hidden"
		>
			<ChevronLeft aria-hidden className="size-4" />
			{children}
		</PageLink>
	);
}
