import type { ReactNode } from "react";
import { BackLink } from "@/components/kit/ui/back-link";
import { Link } from "@/components/kit/ui/link";
import { PageHeader } from "@/components/kit/ui/page-header";
import { ManualSearch } from "./manual-search";

/** A link to a page, or to a heading of it. */
export interface ManualEntry {
	readonly href: string;
	readonly title: string;
}

/** The pages of a task of the reader. */
export interface ManualTask {
	readonly task: string;
	readonly pages: readonly (ManualEntry & { readonly headings: readonly ManualEntry[] })[];
}

export interface ManualFrameProps {
	title: string;
	tasks: readonly ManualTask[];
	/** The address of the page; null for the contents and for what a search finds. */
	current: string | null;
	q: string;
	children: ReactNode;
}

const LINK =
	"block rounded-md px-2 py-1 -outline-offset-2 text-muted hover:bg-sunken hover:text-text aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent";

/** The contents at the side, the search above, and the text; on small screens the contents have a page of their own. */
export function ManualFrame({ title, tasks, current, q, children }: ManualFrameProps) {
	return (
		<>
			<PageHeader
				title={title}
				before={current === null && q === "" ? undefined : <BackLink href="/help">Manual</BackLink>}
				actions={<ManualSearch q={q} />}
			/>
			<div className="grid min-h-0 grow lg:grid-cols-[var(--spacing-list)_minmax(0,1fr)]">
				<nav
					aria-label="Manual"
					className="grid min-h-0 content-start gap-3 overflow-y-auto border-line border-e bg-surface p-3 max-lg:hidden"
				>
					{tasks.map(({ task, pages }) => (
						<section key={task} aria-label={task} className="grid gap-0.5">
							{pages.length === 1 ? null : <p className="px-2 font-medium text-small">{task}</p>}
							<ul>
								{pages.map((page) => (
									<PageLink key={page.href} page={page} isCurrent={page.href === current} />
								))}
							</ul>
						</section>
					))}
				</nav>
				{/* Another page begins at its top. */}
				<div key={`${current} ${q}`} className="relative min-h-0 min-w-0 lg:overflow-y-auto">
					<article className="grid max-w-panel normal-nums grid-cols-1 gap-3 p-4 md:p-6">{children}</article>
				</div>
			</div>
		</>
	);
}

function PageLink({
	page: { href, title, headings },
	isCurrent,
}: {
	page: ManualTask["pages"][number];
	isCurrent: boolean;
}) {
	return (
		<li>
			<Link href={href} aria-current={isCurrent ? "page" : undefined} className={LINK}>
				{title}
			</Link>
			{isCurrent && headings.length > 0 ? (
				<ul className="my-1 ms-3 border-line border-s ps-1">
					{headings.map((heading) => (
						<li key={heading.href}>
							<Link href={heading.href} className={`${LINK} text-small`}>
								{heading.title}
							</Link>
						</li>
					))}
				</ul>
			) : null}
		</li>
	);
}
