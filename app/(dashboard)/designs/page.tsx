import type { Metadata } from "next";
import { DesignsPage } from "@/components/designs/designs-page";
import { requireUser, type SearchProps } from "../require-user";

export const metadata: Metadata = { title: "Designs" };

export default async function Page({ searchParams }: SearchProps) {
	await requireUser("/designs", await searchParams);
	return <DesignsPage />;
}
