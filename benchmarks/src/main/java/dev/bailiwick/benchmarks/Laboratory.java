package dev.bailiwick.benchmarks;

import java.util.List;

/// What a section works with.
record Laboratory(Settings settings, Workers workers, Workspace workspace) {
    Sizes sizes() {
        return settings.sizes();
    }

    /// A job on the store in a part of the workspace.
    Job job(Task.Name task, String stage, String part) {
        return Job.of(task, stage).with("directory", workspace.part(part)).with("shards", settings.shards())
                .with("memoryMegabytes", settings.memoryMegabytes()).with("seconds", sizes().seconds())
                .with("warmUpSeconds", sizes().warmUpSeconds());
    }

    /// The same for several levels of concurrency.
    Job job(Task.Name task, String stage, String part, List<Integer> levels) {
        return job(task, stage, part).with("levels", TaskInput.list(levels));
    }

    /// Runs a job on a store of its own, which is gone afterwards.
    Measurements once(Job job, String part) throws InterruptedException {
        try {
            return workers.run(job);
        } finally {
            workspace.delete(part);
        }
    }
}
