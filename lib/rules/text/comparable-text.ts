export { comparableText, comparableTexts } from "@/lib/formats/comparable-text";
