import type { KeyboardEvent } from "react";
import { keyOf } from "@/components/kit/keyboard/key-of";
import { cx } from "@/components/kit/ui/cx";

export type EditorView = "map" | "list";

const VIEWS: readonly EditorView[] = ["map", "list"];

export interface ViewTabsProps {
	view: EditorView;
	words: Record<EditorView, string>;
	onView: (view: EditorView) => void;
}

/** The ids of a tab and of what it shows. */
export const viewIds = (view: EditorView) => ({ tab: `editor-${view}-tab`, panel: `editor-${view}` });

/** On small screens, whether the map or the list is in view. */
export function ViewTabs({ view, words, onView }: ViewTabsProps) {
	const step = (event: KeyboardEvent<HTMLDivElement>) => {
		const key = keyOf(event);
		if (key !== "ArrowLeft" && key !== "ArrowRight") return;
		event.preventDefault();
		const next = view === "map" ? "list" : "map";
		onView(next);
		event.currentTarget.querySelector<HTMLElement>(`#${viewIds(next).tab}`)?.focus();
	};
	return (
		<div
			role="tablist"
			aria-label="View"
			onKeyDown={step}
			className="grid shrink-0 grid-cols-2 border-line border-b bg-surface lg:hidden"
		>
			{VIEWS.map((own) => (
				<button
					key={own}
					type="button"
					role="tab"
					id={viewIds(own).tab}
					aria-controls={viewIds(own).panel}
					aria-selected={own === view}
					tabIndex={own === view ? 0 : -1}
					onClick={() => onView(own)}
					className={cx(
						"min-h-11 border-b-2 font-medium",
						own === view ? "border-accent text-text" : "border-transparent text-muted",
					)}
				>
					{words[own]}
				</button>
			))}
		</div>
	);
}
