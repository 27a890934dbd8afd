import { Tooltip as Primitive } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

/** A few words about the element inside, on hover and on focus. The element must be focusable. */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactElement }) {
	return (
		<Primitive.Root>
			<Primitive.Trigger asChild>{children}</Primitive.Trigger>
			<Primitive.Portal>
				<Primitive.Content
					sideOffset={6}
					collisionPadding={8}
					className="z-50 max-w-tip animate-appear rounded-md border border-line-strong bg-raised px-3 py-2 text-small text-text shadow-float"
				>
					{content}
				</Primitive.Content>
			</Primitive.Portal>
		</Primitive.Root>
	);
}
