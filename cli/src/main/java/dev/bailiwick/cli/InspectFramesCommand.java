package dev.bailiwick.cli;

import dev.bailiwick.engine.FramePage;
import dev.bailiwick.engine.StoreInspection;
import dev.bailiwick.placement.ShardIdentifier;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Prints the frames of a segment, page after page.
@Command(name = "frames", description = {"List the frames of a segment: what a shard decided, in order.", "",
        "Payloads are not shown."}, //
        footer = {"  bailiwick inspect frames 0/1 3 --data ./data",
                "  bailiwick inspect frames 0/1 3 --from 4096 --limit 20 --data ./data --json"})
final class InspectFramesCommand implements Callable<Integer> {
    private static final int PAGE = 1_000;

    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    @Mixin
    private final InspectedStore store = new InspectedStore();

    // Required, so never null when the command runs.
    @SuppressWarnings("NullAway.Init")
    @Parameters(index = "0", paramLabel = "SHARD", converter = WrittenShard.class, //
            description = "The shard, GROUP/MEMBER.")
    private ShardIdentifier shard;

    @Parameters(index = "1", paramLabel = "SEGMENT", description = "The number of the segment.")
    private long segment;

    @Option(names = "--from", paramLabel = "OFFSET", description = "The offset of the first frame. Default: the first.")
    private long from;

    @Option(names = "--limit", paramLabel = "COUNT", description = "End after that many. Default: none.")
    private @Nullable Long limit;

    @Override
    public Integer call() {
        if (limit != null && limit < 1) {
            throw new BadInput("a limit is 1 or more, not " + limit);
        }
        var inspection = store.inspection();
        var out = Output.of(spec);
        var table = FrameForm.table(out);
        var problems = new ArrayList<String>();
        long left = limit == null ? Long.MAX_VALUE : limit;
        long offset = from;
        while (left > 0) {
            var page = page(inspection, offset, (int) Math.min(left, PAGE));
            if (store.json()) {
                page.frames().forEach(frame -> out.line(FrameForm.json(frame).toString()));
            } else {
                table.print(page.frames().stream().map(FrameForm::row).toList());
            }
            out.flush();
            problems.addAll(page.problems());
            left -= page.frames().size();
            if (page.next().isEmpty()) {
                break;
            }
            offset = page.next().getAsLong();
        }
        return store.conclude(out, problems);
    }

    private FramePage page(StoreInspection inspection, long offset, int count) {
        return BadInput.refusing("", () -> inspection.frames(shard, segment, offset, count));
    }
}
