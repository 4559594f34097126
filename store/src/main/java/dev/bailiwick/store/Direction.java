package dev.bailiwick.store;

public enum Direction {
    FORWARDS, BACKWARDS
}
