import { type ReactNode, useId } from "react";

/** A titled part of a page. */
export function Card({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
	const id = useId();
	return (
		<section aria-labelledby={id} className="min-w-0 rounded-md border border-line bg-surface">
			<div className="flex min-h-row flex-wrap items-center justify-between gap-2 border-line border-b px-3 py-1">
				<h2 id={id} className="font-bold">
					{title}
				</h2>
				{aside}
			</div>
			{children}
		</section>
	);
}
