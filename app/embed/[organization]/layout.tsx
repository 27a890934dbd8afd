import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { EmbeddedFrame } from "@/components/shell/embed/embedded-frame";
import { embedOriginsOf } from "@/lib/http/routes/embed-origins-of";

export interface EmbedProps {
	params: Promise<{ organization: string }>;
}

/** Pages that other sites show in a frame. One without such sites and one that does not exist look alike. */
export default async function EmbedLayout({ children, params }: EmbedProps & { children: ReactNode }) {
	const { organization } = await params;
	const origins = await embedOriginsOf(organization);
	if (origins.length === 0) notFound();
	return (
		<EmbeddedFrame organization={organization} origins={origins}>
			{children}
		</EmbeddedFrame>
	);
}
