import { CircleCheck, Info, OctagonX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx";

const KINDS = {
	info: { icon: Info, look: "bg-accent-soft text-accent" },
	ok: { icon: CircleCheck, look: "bg-ok-soft text-ok" },
	warn: { icon: TriangleAlert, look: "bg-warn-soft text-warn" },
	bad: { icon: OctagonX, look: "bg-bad-soft text-bad" },
} as const;

export interface NoticeProps {
	kind: keyof typeof KINDS;
	/** Read out at once when it appears. */
	alert?: boolean;
	id?: string;
	children: ReactNode;
}

/** Something that the reader should not miss, in words. */
export function Notice({ kind, alert = false, id, children }: NoticeProps) {
	const { icon: Icon, look } = KINDS[kind];
	return (
		<div id={id} role={alert ? "alert" : undefined} className={cx("flex gap-2 rounded-md px-3 py-2", look)}>
			<Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
			<div className="min-w-0">{children}</div>
		</div>
	);
}
