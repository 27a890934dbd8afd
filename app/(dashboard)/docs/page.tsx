import type { Metadata } from "next";
import { currentUser } from "@/app/(dashboard)/require-user";
import { DocsPage } from "@/components/features/docs/docs-page";
import { VisitorFrame } from "@/components/shell/frame/visitor-frame";

export const metadata: Metadata = { title: "API reference" };

/** Public, like the OpenAPI document: client authors need no account here. */
export default async function Page() {
	const user = await currentUser();
	if (user !== null) return <DocsPage />;
	return (
		<VisitorFrame from="/docs">
			<DocsPage />
		</VisitorFrame>
	);
}
