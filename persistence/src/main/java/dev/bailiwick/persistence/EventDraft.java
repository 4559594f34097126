package dev.bailiwick.persistence;

import java.util.Optional;
import java.util.UUID;

/// What is said by an event that is to be written; its place in the stream is not known yet.
record EventDraft(Stream stream, Optional<UUID> org, long modelVersion, String type, String payload) {
    /// The events of one model.
    record Stream(String modelType, String modelId) {
        static Stream of(Model<?, ?, ?> model) {
            return new Stream(model.getClass().getSimpleName(), StoredIds.of(model.id).toString());
        }

        /// `Wallet:0190…`
        @Override
        public String toString() {
            return modelType + ":" + modelId;
        }
    }
}
