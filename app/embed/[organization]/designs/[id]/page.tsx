import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DesignPage } from "@/components/features/designs/design/design-page";
import { guid } from "@/lib/contract/primitives";

export const metadata: Metadata = { title: "Design" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
	const { id } = await params;
	if (!guid.safeParse(id).success) notFound();
	return <DesignPage id={id.toLowerCase()} />;
}
