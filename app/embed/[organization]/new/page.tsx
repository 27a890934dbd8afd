import type { Metadata } from "next";
import { DesignsPage } from "@/components/features/designs/designs-page";

export const metadata: Metadata = { title: "New design" };

export default function Page() {
	return <DesignsPage creates />;
}
