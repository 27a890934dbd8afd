import Link from "next/link";
import { type ReactNode, useId } from "react";
import { cx } from "@/components/kit/ui/cx";
import { ROW_LINK } from "@/components/kit/ui/name-links";
import { formatCount } from "@/lib/browser/format";

export interface SectionListProps<Row> {
	/** The noun after the number. */
	title: string;
	section: { total: number; link: string; rows: readonly Row[] };
	/** The text for none. */
	none: string;
	tone?: "warn" | "bad";
	keyOf: (row: Row) => string;
	children: (row: Row) => ReactNode;
}

const TONES = { warn: "text-warn", bad: "text-bad" } as const;

/** A number that opens its list, and the first rows behind it. */
export function SectionList<Row>({ title, section, none, tone, keyOf, children }: SectionListProps<Row>) {
	const id = useId();
	const { total, link, rows } = section;
	return (
		<section aria-labelledby={id} className="border-line border-t px-3 py-2 first-of-type:border-t-0">
			<h3 id={id}>
				<Link href={link} prefetch={false} className={`inline-flex items-baseline gap-2 ${ROW_LINK}`}>
					<span className={cx("text-title font-bold", total === 0 ? "text-muted" : tone && TONES[tone])}>
						{formatCount(total)}
					</span>
					<span>{title}</span>
				</Link>
			</h3>
			{rows.length === 0 ? (
				<p className="text-muted text-small">{none}</p>
			) : (
				<ul aria-labelledby={id} className="mt-1 grid gap-1.5">
					{rows.map((row) => (
						<li key={keyOf(row)} className="grid">
							{children(row)}
						</li>
					))}
				</ul>
			)}
		</section>
	);
}

/** The second line of a row. */
export function Under({ children }: { children: ReactNode }) {
	return <span className="text-muted text-small leading-6">{children}</span>;
}
