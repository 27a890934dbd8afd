import { CircleAlert, type LucideIcon, TriangleAlert } from "lucide-react";
import { buttonClass } from "@/components/kit/ui/button";
import { Card } from "@/components/kit/ui/card";
import { cx } from "@/components/kit/ui/cx";
import { Link } from "@/components/kit/ui/link";
import { SENTENCE_LINK } from "@/components/kit/ui/name-links";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import type { AttentionItem, AttentionRest } from "./attention";
import { DismissButton } from "./dismiss-button";

const TONES: Record<AttentionItem["tone"], { icon: LucideIcon; look: string; word: string }> = {
	bad: { icon: CircleAlert, look: "text-bad", word: "Failure: " },
	warn: { icon: TriangleAlert, look: "text-warn", word: "Warning: " },
};

export interface AttentionCardProps {
	items: readonly AttentionItem[];
	rest: readonly AttentionRest[];
}

/** Items that need attention, each with its reason and the button for the next step. */
export function AttentionCard({ items, rest }: AttentionCardProps) {
	return (
		<Card title="Needs attention">
			<ul aria-label="Needs attention" className="divide-y divide-line">
				{items.map((item) => (
					<AttentionRow key={item.key} item={item} />
				))}
			</ul>
			{rest.length === 0 ? null : (
				<p className="flex flex-wrap gap-x-4 gap-y-1 border-line border-t px-4 py-2 text-small">
					{rest.map(({ words, href }) => (
						<Link key={href} href={href} className={`inline-block py-1 ${SENTENCE_LINK}`}>
							{words}
						</Link>
					))}
				</p>
			)}
		</Card>
	);
}

function AttentionRow({ item: { tone, title, reason, at, action, dismissal } }: { item: AttentionItem }) {
	const { icon: Icon, look, word } = TONES[tone];
	return (
		<li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
			<Icon aria-hidden className={cx("size-4 shrink-0 self-start mt-0.5", look)} />
			<div className="min-w-0 basis-60 grow">
				<p className="flex flex-wrap items-baseline gap-x-2">
					<span className="min-w-0 break-words font-medium">
						<span className="sr-only">{word}</span>
						{title}
					</span>
					{at === null ? null : (
						<span className="text-muted text-small">
							<RelativeTime iso={at} sentence />
						</span>
					)}
				</p>
				{reason === null || reason === "" ? null : (
					<p className="line-clamp-2 break-words text-muted">
						<bdi>{reason}</bdi>
					</p>
				)}
			</div>
			<div className="flex items-center gap-2 empty:hidden max-md:w-full">
				{action === null ? null : (
					<Link href={action.href} className={buttonClass("plain", "max-md:min-h-11 max-md:grow")}>
						{action.label}
						<span className="sr-only">: {title}</span>
					</Link>
				)}
				{dismissal === undefined ? null : <DismissButton title={title} dismissal={dismissal} />}
			</div>
		</li>
	);
}
