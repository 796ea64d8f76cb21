package example;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.text.TextLines;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.store.table.StringPool;

/// Imports logs of steps: after the line `#steplog 1`, each line has the start and the duration of a step in ms, the
/// thread, and the name of the step.
public final class StepLogImporter implements Importer {

    private static final String MAGIC = "#steplog 1";

    /// A step, with its start in ns of trace time.
    private record Step(long ts, long dur, int track, String name) {}

    @Override
    public String id() {
        return "step_log";
    }

    @Override
    public String displayName() {
        return "Step log";
    }

    /// Text formats of the program have priorities from 180 on; the first importer that recognizes a file reads it.
    @Override
    public int priority() {
        return 179;
    }

    @Override
    public boolean sniff(byte[] head) {
        return new String(head, 0, Math.min(head.length, MAGIC.length()), StandardCharsets.US_ASCII).equals(MAGIC);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        // The times in this file are not related to other clocks.
        context.clocks().useOnly(ClockId.ofFile(context.traceId()));
        // Rows are created in time order, after all lines were read.
        EventSorter.Queue queue = context.sorter().queue((ts, data, ref) -> {
            Step step = (Step) ref;
            int name = context.strings().intern(step.name);
            context.slices().scoped(ts, step.dur, step.track, StringPool.NULL, name, null);
        });
        int steps = 0;
        int other = 0;
        try (TextLines lines = new TextLines(input.asStream())) {
            lines.next();
            for (String line = lines.next(); line != null; line = lines.next()) {
                Step step = step(line, context);
                if (step != null) {
                    queue.push(step.ts, 0, step);
                    steps++;
                } else if (!line.isBlank()) {
                    other++;
                }
            }
        }
        if (steps == 0 && other > 0) {
            throw new TraceProblem(input.name() + " has no valid step in its " + other + " lines");
        }
    }

    private static Step step(String line, ImportContext context) {
        String[] fields = line.strip().split(" +", 4);
        try {
            long start = fields.length < 4 ? -1 : (long) (Double.parseDouble(fields[0]) * 1e6);
            long dur = start < 0 ? -1 : (long) (Double.parseDouble(fields[1]) * 1e6);
            long ts = context.clocks().defaultToTraceTime(start);
            return dur < 0 || ts == ClockTracker.NONE ? null : new Step(ts, dur, track(fields[2], context), fields[3]);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /// Returns the track of a thread of process 1.
    private static int track(String thread, ImportContext context) {
        int name = context.strings().intern(thread);
        // Threads need ids; threads in this format only have names.
        int utid = context.processes().updateThread(name + 1_000L, 1);
        context.processes().setThreadName(utid, name, NamePriority.OfThread.OTHER);
        return context.tracks().threadTrack(utid);
    }
}
