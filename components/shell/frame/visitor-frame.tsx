import type { ReactNode } from "react";
import { Brand } from "@/components/kit/ui/brand";
import { buttonClass } from "@/components/kit/ui/button";
import { Link } from "@/components/kit/ui/link";

/** The frame of a page for visitors; `from`: its address, to which sign-in leads back. */
export function VisitorFrame({ from, children }: { from: string; children: ReactNode }) {
	return (
		<div className="flex min-h-dvh flex-col lg:h-dvh">
			<header className="flex items-center justify-between border-line border-b bg-surface px-4 py-2 md:px-6">
				<Brand />
				<Link href={`/signin?${new URLSearchParams({ callbackUrl: from })}`} className={buttonClass("plain")}>
					Sign in
				</Link>
			</header>
			<main className="flex min-h-0 min-w-0 grow flex-col">{children}</main>
		</div>
	);
}
