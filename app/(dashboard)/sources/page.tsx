import type { Metadata } from "next";
import { SourcesPage } from "@/components/sources/sources-page";
import { requireUser, type SearchProps } from "../require-user";

export const metadata: Metadata = { title: "Inventory sources" };

export default async function Page({ searchParams }: SearchProps) {
	await requireUser("/sources", await searchParams);
	return <SourcesPage />;
}
