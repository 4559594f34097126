package dev.bailiwick.benchmarks;

/// Something that a worker does.
interface Task {
    void run(TaskInput input, TaskOutput output) throws Exception;

    /// Every task.
    enum Name {
        RAW_FLUSH, LONE_APPEND, ONE_IN_FLIGHT, PIPELINED, POSTGRES, SUSTAINED, OPEN_LOOP, MIXED, FILL, MEMORY, //
        COLD_RATE, COLD_SINGLE, FILL_STREAMS, READS, REOPEN, SERVE, UNARY, ACTIONS, GATHER, HANDLERS, METRICS, OPERATIONS, //
        MOVES;

        Task task() {
            return switch (this) {
                case RAW_FLUSH -> new RawFlushTask();
                case LONE_APPEND -> new LoneAppendTask();
                case ONE_IN_FLIGHT -> new OneInFlightTask();
                case PIPELINED -> new PipelinedTask();
                case POSTGRES -> new PostgresTask();
                case SUSTAINED -> new SustainedTask();
                case OPEN_LOOP -> new OpenLoopTask();
                case MIXED -> new MixedTask();
                case FILL -> new FillTask();
                case MEMORY -> new MemoryTask();
                case COLD_RATE -> new ColdRateTask();
                case COLD_SINGLE -> new ColdSingleTask();
                case FILL_STREAMS -> new FillStreamsTask();
                case READS -> new ReadsTask();
                case REOPEN -> new ReopenTask();
                case SERVE -> new ServeTask();
                case UNARY -> new UnaryTask();
                case ACTIONS -> new ActionsTask();
                case GATHER -> new GatherTask();
                case HANDLERS -> new HandlersTask();
                case METRICS -> new MetricsTask();
                case OPERATIONS -> new OperationsTask();
                case MOVES -> new MovesTask();
            };
        }
    }
}
