CREATE TABLE accounts (
    id           uuid           NOT NULL PRIMARY KEY,
    version      bigint         NOT NULL,
    state        varchar(16)    NOT NULL,
    holder       uuid           NOT NULL,
    label        varchar(100)   NOT NULL,
    balance      numeric(20, 2) NOT NULL,
    created_date timestamp(6) with time zone NOT NULL,
    updated_date timestamp(6) with time zone NOT NULL
);

CREATE TABLE remarks (
    id           uuid         NOT NULL PRIMARY KEY,
    version      bigint       NOT NULL,
    state        varchar(16)  NOT NULL,
    country      varchar(2)   NOT NULL,
    body         varchar(100) NOT NULL,
    created_date timestamp(6) with time zone NOT NULL,
    updated_date timestamp(6) with time zone NOT NULL
);
