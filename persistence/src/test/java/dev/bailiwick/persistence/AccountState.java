package dev.bailiwick.persistence;

enum AccountState {
    OPEN, FROZEN, DELETED
}
