import type { Metadata } from "next";
import { currentUser } from "@/app/(dashboard)/require-user";
import { DocsPage } from "@/components/features/docs/docs-page";
import { VisitorFrame } from "@/components/features/docs/visitor-frame";

export const metadata: Metadata = { title: "API reference" };

/** For everybody, as the document that it is made of: who writes a client need not have an account here. */
export default async function Page() {
	const user = await currentUser();
	if (user !== null) return <DocsPage email={user.email} />;
	return (
		<VisitorFrame>
			<DocsPage email={null} />
		</VisitorFrame>
	);
}
