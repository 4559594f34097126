package dev.bailiwick.examples;

enum SeatState {
    FREE, HELD, DELETED
}
