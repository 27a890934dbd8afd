import type { Metadata } from "next";
import { OverviewPage } from "@/components/features/overview/overview-page";
import { requireUser } from "./require-user";

export const metadata: Metadata = { title: "Overview" };

export default async function Page() {
	await requireUser("/");
	return <OverviewPage />;
}
