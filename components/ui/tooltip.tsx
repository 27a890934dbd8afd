import { Tooltip as Primitive } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

/**
 * A few words about the element inside, on hover and on focus. The element must be focusable. Without content the
 * element stays in the same place of the tree, so that it keeps the focus when the words come or go.
 */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactElement }) {
	return (
		<Primitive.Root>
			<Primitive.Trigger asChild>{children}</Primitive.Trigger>
			{content === null ? null : (
				<Primitive.Portal>
					<Primitive.Content
						sideOffset={6}
						collisionPadding={8}
						className="z-50 max-w-tip animate-appear rounded-md border border-line-strong bg-raised px-3 py-2 text-small text-text shadow-float"
					>
						{content}
					</Primitive.Content>
				</Primitive.Portal>
			)}
		</Primitive.Root>
	);
}
