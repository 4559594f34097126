package dev.bailiwick.persistence;

import java.util.ArrayList;
import java.util.List;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.impl.DSL;

/// The shards whose events a database has, or has had, and whose handlers do not get them here: they have left, or have not arrived yet. Immutable.
///
/// @param number of this knowledge, which grows
/// @param held they have left, and how far handlers are was not handed over to the target yet: what handlers come to meanwhile becomes a stall
/// @param absent they are delivered elsewhere
record AbsentHomes(long number, List<HomeEvents> held, List<HomeEvents> absent) {
    AbsentHomes {
        held = List.copyOf(held);
        absent = List.copyOf(absent);
    }

    /// What is so now.
    ///
    /// @param number read before
    static AbsentHomes read(ShardDatabase database, long number) {
        var departures = new Departures(database);
        var absent = new ArrayList<>(departures.left(true));
        absent.addAll(new Arrivals(database).notArrived());
        return new AbsentHomes(number, departures.left(false), absent);
    }

    boolean holds(EventDraft.Stream stream) {
        return held.stream().anyMatch(home -> home.has(stream));
    }

    /// That an event is not of a shard that is absent.
    Condition arePresent(Field<String> modelType, Field<String> modelId) {
        var present = DSL.noCondition();
        for (var home : absent) {
            present = present.andNot(home.areThese(modelType, modelId));
        }
        return present;
    }

    /// That an event is of a shard that is here, and may be handled.
    Condition areFree(Field<String> modelType, Field<String> modelId) {
        var free = arePresent(modelType, modelId);
        for (var home : held) {
            free = free.andNot(home.areThese(modelType, modelId));
        }
        return free;
    }
}
