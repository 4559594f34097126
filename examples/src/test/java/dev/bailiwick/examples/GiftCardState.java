package dev.bailiwick.examples;

enum GiftCardState {
    VALID, USED, DELETED
}
