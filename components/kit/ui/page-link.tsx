import { embeddedPath } from "@/lib/browser/embedding";
import { cx } from "./cx";
import { Link, type LinkProps } from "./link";

export interface PageLinkProps extends Omit<LinkProps, "href"> {
	href: string;
	/** It is something to do: where its page cannot be reached it is left out, in place of its words without a link. */
	acts?: boolean;
}

/** A link to a page of the service. A page that another site embeds leads to the other embedded ones alone. */
export function PageLink({ href, acts = false, ...props }: PageLinkProps) {
	const path = embeddedPath(href);
	if (path !== null) return <Link {...props} href={path} />;
	if (acts) return null;
	return <span className={cx(props.className, "pointer-events-none")}>{props.children}</span>;
}
