package dev.bailiwick.persistence;

import java.util.Collection;
import org.jooq.Condition;
import org.jooq.impl.DSL;

/// A part of a shard's events that one worker at a time has: those of models whose ids end alike. So all events of a model are in one slot.
///
/// Belongs to the thread that works on it.
final class Slot {
    static final int COUNT = 16;
    private static final String DIGITS = "0123456789abcdef";

    private final int number;
    private final long fence;
    private long position;

    Slot(int number, long fence, long position) {
        this.number = number;
        this.fence = fence;
        this.position = position;
    }

    int number() {
        return number;
    }

    long fence() {
        return fence;
    }

    /// Everything up to here is done, or is kept as a stall.
    long position() {
        return position;
    }

    void advance(long newPosition) {
        position = newPosition;
    }

    /// The slot of a model: the last digit of its id, which is the part that is spread best. Ids that do not end with one are in slot 0.
    static int of(String modelId) {
        return Math.max(0, DIGITS.indexOf(modelId.charAt(modelId.length() - 1)));
    }

    /// The same as a condition on events.
    static Condition areIn(Collection<Integer> numbers) {
        if (numbers.size() == COUNT) {
            return DSL.noCondition();
        }
        var last = DSL.right(EventColumns.MODEL_ID, 1);
        boolean hasOthers = numbers.contains(0);
        var digits = DIGITS.chars().mapToObj(Character::toString)
                .filter(digit -> numbers.contains(DIGITS.indexOf(digit)) != hasOthers).toList();
        return hasOthers ? last.notIn(digits) : last.in(digits);
    }
}
