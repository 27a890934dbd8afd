import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireUser, type SearchProps } from "@/app/(dashboard)/require-user";
import { MapPage } from "@/components/features/map/map-page";

export const metadata: Metadata = { title: "Map" };

export default async function Page({ searchParams }: SearchProps) {
	const { role } = await requireUser("/map", await searchParams);
	if (role !== "operator") notFound();
	return <MapPage />;
}
