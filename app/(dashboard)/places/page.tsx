import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireUser, type SearchProps } from "@/app/(dashboard)/require-user";
import { PlacesPage } from "@/components/features/places/places-page";

export const metadata: Metadata = { title: "Places" };

export default async function Page({ searchParams }: SearchProps) {
	const { role } = await requireUser("/places", await searchParams);
	if (role !== "operator") notFound();
	return <PlacesPage />;
}
