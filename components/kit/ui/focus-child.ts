/** Focuses a child that is not focusable otherwise, after the clicked element has disappeared. */
export function focusChild(parent: Element | null, at: number): void {
	const child = parent?.children[at];
	if (!(child instanceof HTMLElement)) return;
	child.tabIndex = -1;
	child.focus();
}
