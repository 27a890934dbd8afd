import type { Metadata } from "next";
import { OverviewPage } from "@/components/features/overview/overview-page";
import { OverviewGuide } from "@/components/shell/first-steps/overview-guide";
import { requireUser } from "./require-user";

export const metadata: Metadata = { title: "Overview" };

export default async function Page() {
	await requireUser("/");
	return <OverviewPage guide={<OverviewGuide />} />;
}
