CREATE TABLE gift_cards (
    id           uuid                        NOT NULL PRIMARY KEY,
    version      bigint                      NOT NULL,
    state        varchar(16)                 NOT NULL,
    code         varchar(100)                NOT NULL,
    worth        numeric(20, 2)              NOT NULL,
    created_date timestamp(6) with time zone NOT NULL,
    updated_date timestamp(6) with time zone NOT NULL
);
