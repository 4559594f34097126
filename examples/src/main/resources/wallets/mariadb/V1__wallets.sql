CREATE TABLE wallets (
    id           uuid           NOT NULL PRIMARY KEY,
    version      bigint         NOT NULL,
    state        varchar(16)    NOT NULL,
    owner        varchar(100)   NOT NULL,
    currency     varchar(3)     NOT NULL,
    balance      numeric(20, 2) NOT NULL,
    created_date datetime(6) NOT NULL,
    updated_date datetime(6) NOT NULL
);
