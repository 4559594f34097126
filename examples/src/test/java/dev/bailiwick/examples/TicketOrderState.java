package dev.bailiwick.examples;

enum TicketOrderState {
    PLACED, PAID, CANCELLED, DELETED
}
