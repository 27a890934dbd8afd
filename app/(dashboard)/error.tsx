"use client";

export { PageErrorView as default } from "@/components/kit/ui/error-view";
