package traceglass.ingest.scripting;

import java.util.LinkedHashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.GrowingLongs;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.store.names.StatNames;

/// Content of a profile of stackprof. Raw stacks with the times between them become samples; profiles without raw
/// stacks have only a value for each method.
final class StackprofProfile {

    /// A method.
    ///
    /// @param file source file, or null
    /// @param samples number of samples in the method itself
    record Method(String name, String file, long line, double samples) {}

    /// Methods by their ids.
    final Map<String, Method> methods = new LinkedHashMap<>();
    /// Raw stacks: for each, its length, the methods from the outermost inward, and the number of consecutive samples.
    GrowingLongs raw = new GrowingLongs();
    /// Times in microseconds between samples.
    GrowingLongs deltas = new GrowingLongs();
    String mode = "wall";

    void write(ImportContext context) {
        if (raw.size() > 0 && deltas.size() > 0) {
            writeSamples(context);
        } else {
            writeTotals(context);
        }
    }

    private static int frame(NamedFrames frames, Method m, ImportContext context) {
        if (m == null) {
            return frames.frame(null, "[unknown]");
        }
        int row = frames.frame(null, m.name, m.file, m.line > 0 ? m.line : NamedFrames.NO_LINE);
        if (m.name.startsWith("(garbage collection)") || m.name.equals("(marking)") || m.name.equals("(sweeping)")) {
            context.stackProfiles().setFrameType(row, context.strings().intern("gc"));
        }
        return row;
    }

    /// Receives a stack and the number of consecutive samples that have it.
    private interface StackSink {
        void addStack(int callsite, long count);
    }

    private void visit(NamedFrames frames, ImportContext context, StackSink sink) {
        for (int i = 0; i < raw.size(); ) {
            long length = raw.get(i++);
            if (length < 0 || length >= raw.size() - i) {
                context.logs().record(StatNames.SCRIPT_PROFILE_TRUNCATED, null);
                return;
            }
            int callsite = -1;
            for (long end = i + length; i < end; i++) {
                Method m = methods.get(Long.toUnsignedString(raw.get(i)));
                callsite = frames.callsite(callsite, frame(frames, m, context));
            }
            sink.addStack(callsite, raw.get(i++));
        }
    }

    private void writeSamples(ImportContext context) {
        String unit = switch (mode) {
            case "cpu" -> "ns";
            case "object" -> "count";
            default -> "wall_ns";
        };
        ScriptSamples samples = new ScriptSamples(context, "stackprof", unit);
        samples.start(0);
        long pid = context.processes().unusedPid();
        long[] ns = new long[1];
        int[] position = new int[1];
        visit(samples.frames(), context, (callsite, count) -> {
            for (long n = 0; n < count && position[0] < deltas.size(); n++) {
                ns[0] += Math.max(0, deltas.get(position[0]++)) * 1000;
                if (callsite >= 0) {
                    samples.add(ns[0], pid, pid, null, callsite);
                }
            }
        });
    }

    private void writeTotals(ImportContext context) {
        AggregateProfiles profiles = new AggregateProfiles(context.storage());
        NamedFrames frames = new NamedFrames(context.stackProfiles(), context.strings(), "[stackprof]");
        int row = profiles.profile("stackprof_file", "stackprof samples", "samples", "count");
        if (raw.size() > 0) {
            visit(frames, context, (callsite, count) -> {
                if (callsite >= 0 && count > 0) {
                    profiles.add(row, callsite, count);
                }
            });
            return;
        }
        methods.values().stream()
                .filter(m -> m.samples > 0)
                .forEach(m -> profiles.add(row, frames.callsite(-1, frame(frames, m, context)), m.samples));
    }
}
