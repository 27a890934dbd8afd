import type { Metadata } from "next";
import { DocsPage } from "@/components/docs/docs-page";
import { VisitorFrame } from "@/components/docs/visitor-frame";
import { currentUser } from "../require-user";

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
