"use client";

import { Tooltip as Primitive } from "radix-ui";
import {
	cloneElement,
	type FocusEvent,
	type HTMLAttributes,
	type MouseEvent,
	type PointerEvent,
	type ReactElement,
	type ReactNode,
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
} from "react";
import { createPortal } from "react-dom";

/** Delay before a tooltip opens, and before it closes (milliseconds). */
const DELAY = 300;
const LINGER = 100;

/** When a tooltip was last open: the next one opens without delay. */
let lastSeen = 0;

/**
 * A tooltip on hover, focus and tap for a focusable element. Only handlers are made until it opens,
 * as a table has hundreds of them; the element keeps its place in the tree, and so its focus.
 */
export function Tooltip({
	content,
	children,
}: {
	/** A function is called when the tooltip opens; null: none now. */
	content: ReactNode | (() => ReactNode);
	children: ReactElement<HTMLAttributes<HTMLElement>>;
}) {
	const [anchor, setAnchor] = useState<HTMLElement | null>(null);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	const tapped = useRef(false);
	const after = (wait: number, next: HTMLElement | null) => {
		clearTimeout(timer.current);
		timer.current = setTimeout(() => setAnchor(next), wait);
	};
	const stay = () => clearTimeout(timer.current);
	const leave = () => after(LINGER, null);
	const close = () => {
		clearTimeout(timer.current);
		setAnchor(null);
	};
	const own = children.props;
	return (
		<>
			{cloneElement(children, {
				onPointerEnter: (event: PointerEvent<HTMLElement>) => {
					own.onPointerEnter?.(event);
					if (event.pointerType === "touch") return;
					if (anchor === null) after(Date.now() - lastSeen < DELAY ? 0 : DELAY, event.currentTarget);
					else stay();
				},
				onPointerLeave: (event: PointerEvent<HTMLElement>) => {
					own.onPointerLeave?.(event);
					if (anchor === null) stay();
					else leave();
				},
				onPointerDown: (event: PointerEvent<HTMLElement>) => {
					own.onPointerDown?.(event);
					// A finger neither hovers nor leaves visible focus: one tap shows the words, a second one
					// hides them.
					tapped.current = event.pointerType === "touch" && anchor === null;
					close();
				},
				onClick: (event: MouseEvent<HTMLElement>) => {
					own.onClick?.(event);
					if (tapped.current) setAnchor(event.currentTarget);
					tapped.current = false;
				},
				onFocus: (event: FocusEvent<HTMLElement>) => {
					own.onFocus?.(event);
					if (event.currentTarget.matches(":focus-visible")) after(0, event.currentTarget);
				},
				onBlur: (event: FocusEvent<HTMLElement>) => {
					own.onBlur?.(event);
					close();
				},
			})}
			{anchor === null || content === null
				? null
				: createPortal(
						<Words anchor={anchor} onEnter={stay} onLeave={leave} onClose={close}>
							{typeof content === "function" ? content() : content}
						</Words>,
						document.body,
					)}
		</>
	);
}

interface WordsProps {
	anchor: HTMLElement;
	onEnter: () => void;
	onLeave: () => void;
	onClose: () => void;
	children: ReactNode;
}

/** The tooltip beside its element; it closes on scroll. */
function Words({ anchor, onEnter, onLeave, onClose, children }: WordsProps) {
	const place = useRef<HTMLSpanElement>(null);
	const [{ left, top, width, height }] = useState(() => anchor.getBoundingClientRect());
	useLayoutEffect(() => {
		const described = place.current?.getAttribute("aria-describedby");
		if (!described || anchor.hasAttribute("aria-describedby")) return;
		anchor.setAttribute("aria-describedby", described);
		return () => anchor.removeAttribute("aria-describedby");
	}, [anchor]);
	useEffect(() => {
		document.addEventListener("scroll", onClose, { capture: true, passive: true });
		return () => {
			document.removeEventListener("scroll", onClose, { capture: true });
			lastSeen = Date.now();
		};
	}, [onClose]);
	return (
		<Primitive.Provider>
			<Primitive.Root open onOpenChange={(open) => open || onClose()}>
				<Primitive.Trigger asChild>
					<span ref={place} className="pointer-events-none fixed" style={{ left, top, width, height }} />
				</Primitive.Trigger>
				<Primitive.Portal>
					<Primitive.Content
						sideOffset={6}
						collisionPadding={8}
						onPointerEnter={onEnter}
						onPointerLeave={onLeave}
						className="z-50 max-w-tip animate-appear rounded-md border border-line-strong bg-raised px-3 py-2 text-small text-text shadow-float"
					>
						{children}
					</Primitive.Content>
				</Primitive.Portal>
			</Primitive.Root>
		</Primitive.Provider>
	);
}
