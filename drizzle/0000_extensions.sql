-- Search inside names, e-mails and codes (affiliates_search).
create extension if not exists pg_trgm;
