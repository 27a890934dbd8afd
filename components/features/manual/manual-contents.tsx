import { Link } from "@/components/kit/ui/link";
import { EmptyState } from "@/components/kit/ui/states";
import { formatPlural } from "@/lib/browser/format";
import type { ManualTask } from "./manual-frame";

/** All pages with their headings, by what the reader wants to do. */
export function ManualContents({ tasks }: { tasks: readonly ManualTask[] }) {
	return (
		<dl className="grid divide-y divide-line">
			{tasks.map(({ task, pages }) => (
				<div key={task} className="grid gap-x-4 gap-y-2 py-3 sm:grid-cols-[minmax(9rem,13rem)_minmax(0,1fr)]">
					<dt className="font-bold">{task}</dt>
					<dd className="grid gap-2">
						{pages.map(({ href, title, headings }) => (
							<div key={href}>
								<Link
									href={href}
									className="inline-flex min-h-6 min-w-6 items-center font-medium text-accent underline"
								>
									{title}
								</Link>
								{headings.length === 0 ? null : (
									<p className="text-muted text-small">{headings.map((heading) => heading.title).join(" · ")}</p>
								)}
							</div>
						))}
					</dd>
				</div>
			))}
		</dl>
	);
}

export interface ManualFindingsProps {
	q: string;
	/** Sections of pages, the best first. */
	findings: readonly { href: string; page: string; heading: string; excerpt: string }[];
}

/** Beyond this number another word is asked for. */
const MOST = 50;

/** The sections with the words of a search. */
export function ManualFindings({ q, findings }: ManualFindingsProps) {
	if (findings.length === 0)
		return (
			<EmptyState picture="search" title="No results">
				No section of the manual has all of these words: <q>{q}</q>. Try fewer words, or their beginnings.
			</EmptyState>
		);
	const [count, shown] = [formatPlural(findings.length, "section"), findings.slice(0, MOST)];
	return (
		<>
			<p className="text-muted">{shown.length < findings.length ? `The first ${MOST} of ${count}` : count}</p>
			<ol className="grid max-w-prose gap-4">
				{shown.map(({ href, page, heading, excerpt }) => (
					<li key={href}>
						<Link href={href} className="inline-flex min-h-6 min-w-6 items-center font-medium text-accent underline">
							{heading}
						</Link>
						{heading === page ? null : <span className="text-muted"> · {page}</span>}
						<p>{excerpt}</p>
					</li>
				))}
			</ol>
		</>
	);
}
