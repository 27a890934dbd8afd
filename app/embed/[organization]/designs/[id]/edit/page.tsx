import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { EditorPage } from "@/components/features/designs/editor/editor-page";
import { guid } from "@/lib/contract/primitives";

export const metadata: Metadata = { title: "Edit design" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
	const { id } = await params;
	if (!guid.safeParse(id).success) notFound();
	return <EditorPage id={id.toLowerCase()} />;
}
