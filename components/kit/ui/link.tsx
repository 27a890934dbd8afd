"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

export type LinkProps = Omit<ComponentProps<typeof NextLink>, "prefetch">;

/**
 * A link to another page, which is fetched once somebody points at the link or focuses it. Next would
 * fetch the page of each link that is seen: 26 requests for a document, of its menu alone.
 */
export function Link({ onPointerEnter, onFocus, ...props }: LinkProps) {
	const [isMeant, setIsMeant] = useState(false);
	return (
		<NextLink
			{...props}
			prefetch={isMeant ? null : false}
			onPointerEnter={(event) => {
				setIsMeant(true);
				onPointerEnter?.(event);
			}}
			onFocus={(event) => {
				setIsMeant(true);
				onFocus?.(event);
			}}
		/>
	);
}
