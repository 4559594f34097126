package dev.bailiwick.engine;

/// What an export wrote.
///
/// @param aggregates deleted ones included
/// @param events that can be read
/// @param bytes of the file
public record ExportReport(long aggregates, long events, long bytes) {}
