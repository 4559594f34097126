CREATE TABLE ticket_orders (
    id           uuid                        NOT NULL PRIMARY KEY,
    version      bigint                      NOT NULL,
    state        varchar(16)                 NOT NULL,
    seat         uuid                        NOT NULL,
    price        numeric(20, 2)              NOT NULL,
    created_date timestamp(6) with time zone NOT NULL,
    updated_date timestamp(6) with time zone NOT NULL
);

CREATE TABLE seats (
    id           uuid                        NOT NULL PRIMARY KEY,
    version      bigint                      NOT NULL,
    state        varchar(16)                 NOT NULL,
    held_for     uuid                        NOT NULL,
    created_date timestamp(6) with time zone NOT NULL,
    updated_date timestamp(6) with time zone NOT NULL
);
