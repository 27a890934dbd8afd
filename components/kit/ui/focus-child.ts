/** Puts the focus on a child that takes none by itself: where a reader goes on once what they pressed is gone. */
export function focusChild(parent: Element | null, at: number): void {
	const child = parent?.children[at];
	if (!(child instanceof HTMLElement)) return;
	child.tabIndex = -1;
	child.focus();
}
