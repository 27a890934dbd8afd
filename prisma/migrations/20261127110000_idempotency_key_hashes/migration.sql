-- Of an idempotency key its hash is enough: what a client put into it is not stored.
ALTER TABLE "idempotency_records" ADD COLUMN "key_hash" BYTEA;
UPDATE "idempotency_records" SET "key_hash" = sha256(convert_to("caller_id"::text || ' ' || "key", 'UTF8'));
ALTER TABLE "idempotency_records" ALTER COLUMN "key_hash" SET NOT NULL;
ALTER TABLE "idempotency_records" DROP CONSTRAINT "idempotency_records_pkey";
ALTER TABLE "idempotency_records" DROP COLUMN "key";
ALTER TABLE "idempotency_records" ADD CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("caller_id", "method", "path", "key_hash");
