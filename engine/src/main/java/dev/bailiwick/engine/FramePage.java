package dev.bailiwick.engine;

import java.util.List;
import java.util.OptionalLong;

/// Some frames of a segment, in their order.
///
/// @param problems what was found between and behind them
/// @param next the offset to go on from; empty at the end
public record FramePage(List<FrameFacts> frames, List<String> problems, OptionalLong next) {
    public FramePage {
        frames = List.copyOf(frames);
        problems = List.copyOf(problems);
    }
}
