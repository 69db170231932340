CREATE TABLE "Product" (
    "workspaceId" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "name" VARCHAR(255) NOT NULL,
    "description" TEXT,
    "price" DECIMAL(18,2) NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "isArchived" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Product_pkey" PRIMARY KEY ("workspaceId","id")
);
SELECT "placeTable"('Product');

CREATE INDEX "Product_workspaceId_name_id_idx" ON "Product"("workspaceId", "name", "id");
CREATE UNIQUE INDEX "Product_name_key" ON "Product"(lower("name"), "workspaceId");

ALTER TABLE "Product" ADD CONSTRAINT "Product_workspaceId_fkey"
  FOREIGN KEY ("workspaceId") REFERENCES "Workspace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

ALTER TABLE "Deal" ADD COLUMN "productId" INTEGER;
CREATE INDEX "Deal_productId_workspaceId_idx" ON "Deal"("productId", "workspaceId");
ALTER TABLE "Deal" ADD CONSTRAINT "Deal_workspaceId_productId_fkey"
  FOREIGN KEY ("workspaceId", "productId") REFERENCES "Product"("workspaceId", "id") ON DELETE NO ACTION ON UPDATE NO ACTION;
