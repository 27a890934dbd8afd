import type { Metadata } from "next";
import { requireUser, type SearchProps } from "@/app/(dashboard)/require-user";
import { SourcesPage } from "@/components/features/sources/sources-page";

export const metadata: Metadata = { title: "Inventory sources" };

export default async function Page({ searchParams }: SearchProps) {
	await requireUser("/sources", await searchParams);
	return <SourcesPage />;
}
