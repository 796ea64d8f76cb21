package traceglass.convert.profile;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import traceglass.convert.format.Conversion;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;

/// Converts a trace to a folder of pprof profiles: one for each process with callstack samples, or one for each dump
/// of a native or Java heap. File names and value types are the same as in Perfetto's tools.
public final class PprofConversion implements Conversion {

    /// Kind of profile, with a query that counts its rows in the trace.
    private enum Kind {
        ALLOC("alloc", "SELECT count(*) FROM heap_profile_allocation"),
        PERF("perf", "SELECT count(*) FROM __intrinsic_profiler_sample WHERE callsite_id IS NOT NULL"),
        JAVA_HEAP("java-heap", "SELECT count(*) FROM heap_graph_object");

        private final String option;
        private final String count;

        Kind(String option, String count) {
            this.option = option;
            this.count = count;
        }
    }

    private record Dump(long upid, long pid, long ts, String heap) {}

    @Override
    public String id() {
        return "profile";
    }

    @Override
    public String extension() {
        return "";
    }

    @Override
    public String description() {
        return "callstack samples, native heaps or Java heaps as a folder of pprof files";
    }

    @Override
    public boolean isFolder() {
        return true;
    }

    @Override
    public void convert(Request request, OutputStream out, ImportProgress progress, Consumer<String> notes)
            throws ConvertProblem {
        throw new ConvertProblem("pprof profiles are written to a folder, not to a stream");
    }

    @Override
    public void convert(Request request, Path folder, ImportProgress progress, Consumer<String> notes)
            throws IOException, ConvertProblem {
        TraceRows rows = request.rows().open();
        Kind kind = kind(rows, request.options());
        int files = switch (kind) {
            case ALLOC -> heaps(rows, request.options(), folder, progress);
            case PERF -> samples(rows, request.options(), folder, progress);
            case JAVA_HEAP -> javaHeaps(rows, request.options(), folder, progress);
        };
        if (files == 0) {
            throw new ConvertProblem("no profile matches this process and time");
        }
    }

    private static Kind kind(TraceRows rows, Options options) throws IOException, ConvertProblem {
        List<Kind> found = new ArrayList<>();
        for (Kind k : Kind.values()) {
            if ((options.profile() == null || options.profile().equals(k.option)) && rows.number(k.count) > 0) {
                found.add(k);
            }
        }
        if (found.size() > 1) {
            throw new ConvertProblem("the trace has several kinds of profiles; choose one with "
                    + found.stream().map(k -> "--" + k.option).collect(Collectors.joining(" or ")));
        }
        if (found.isEmpty()) {
            throw new ConvertProblem("the trace has no callstack samples and no heap profile"
                    + (options.profile() == null ? "" : " of this kind"));
        }
        return found.getFirst();
    }

    private static int samples(TraceRows rows, Options options, Path folder, ImportProgress progress)
            throws IOException, ConvertProblem {
        ProfileStacks stacks = ProfileStacks.read(rows);
        Samples samples = new Samples(rows);
        Map<Long, List<Samples.Track>> processes = samples.tracks().stream()
                .filter(t -> options.pid() == null || options.pid() == t.pid())
                .collect(Collectors.groupingBy(Samples.Track::pid));
        int files = 0;
        for (long pid : processes.keySet().stream().sorted().toList()) {
            PprofBuilder profile = new PprofBuilder(new String[] {"samples", "count"});
            for (Samples.Track track : processes.getOrDefault(pid, List.of())) {
                Map<String, String> labels = new HashMap<>();
                labels.put("thread", track.thread());
                labels.put("tid", Long.toString(track.tid()));
                labels.put("profiler", track.source());
                samples.read(track, (ts, site) -> {
                    if (site >= 0) {
                        profile.add(locations(site, stacks, profile), labels, 1);
                    }
                });
                progress.check();
            }
            if (!profile.isEmpty()) {
                Files.write(folder.resolve("profile." + ++files + ".pid." + pid + ".pb"), profile.build(0, 0));
            }
        }
        return files;
    }

    /// Returns the locations of a stack, innermost first.
    private static List<Long> locations(int site, ProfileStacks stacks, PprofBuilder profile) {
        List<Long> ids = new ArrayList<>();
        for (int frame : stacks.path(site)) {
            List<ProfileFrame> frames = stacks.frames(frame);
            if (!frames.isEmpty()) {
                int mapping = frames.getFirst().mapping();
                boolean isKnown = mapping >= 0 && mapping < stacks.mappings().size();
                ids.add(profile.location(frames, isKnown ? stacks.mappings().get(mapping) : null));
            }
        }
        return ids;
    }

    private static int heaps(TraceRows rows, Options options, Path folder, ImportProgress progress)
            throws IOException, ConvertProblem {
        List<Dump> dumps = dumps(rows, options, """
            SELECT a.upid, coalesce(p.pid, 0), a.ts, a.heap_name
            FROM heap_profile_allocation AS a LEFT JOIN process AS p USING (upid) GROUP BY ALL ORDER BY 1, 3, 4\
            """);
        ProfileStacks stacks = ProfileStacks.read(rows);
        int files = 0;
        for (Dump dump : dumps) {
            progress.check();
            PprofBuilder profile = new PprofBuilder(valueTypes(dump.heap));
            // As in flame graphs, the unreleased size of a callsite that released more than it allocated is 0.
            rows.query("""
                SELECT callsite_id, sum(greatest(count, 0)), sum(greatest(size, 0)), greatest(sum(count), 0), CASE WHEN sum(count) > 0 THEN sum(size) ELSE 0 END
                FROM heap_profile_allocation WHERE callsite_id IS NOT NULL
                  AND upid = %d AND ts <= %d AND heap_name = '%s' GROUP BY 1 ORDER BY 1\
                """.formatted(dump.upid, dump.ts, dump.heap.replace("'", "''")), c -> {
                while (c.next()) {
                    List<Long> stack = locations((int) c.getLong(0), stacks, profile);
                    profile.add(stack, Map.of(), c.getLong(1), c.getLong(2), c.getLong(3), c.getLong(4));
                }
            });
            String name = "heap_dump." + ++files + "." + dump.pid + "." + dump.heap.replaceAll("[^\\w.-]", "_") + ".pb";
            Files.write(folder.resolve(name), profile.build(0, 0));
        }
        return files;
    }

    /// Returns the names and units of a heap's values. The ART heap has no unreleased values, because its garbage
    /// collector does not report freed objects.
    private static String[][] valueTypes(String heap) {
        String total = switch (heap) {
            case "libc.malloc" -> "Total malloc ";
            case "com.android.art" -> "Total allocation ";
            default -> "Total ";
        };
        String unreleased = heap.equals("libc.malloc") ? "Unreleased malloc " : "Unreleased ";
        String[][] types = {
            {total + "count", "count"},
            {total + "size", "bytes"},
            {unreleased + "count", "count"},
            {unreleased + "size", "bytes"}
        };
        return heap.equals("com.android.art") ? Arrays.copyOf(types, 2) : types;
    }

    private static List<Dump> dumps(TraceRows rows, Options options, String sql) throws IOException, ConvertProblem {
        List<Dump> dumps = new ArrayList<>();
        rows.query(sql, c -> {
            while (c.next()) {
                Dump d = new Dump(c.getLong(0), c.getLong(1), c.getLong(2), c.getString(3));
                boolean matchesProcess = options.pid() == null || options.pid() == d.pid;
                if (matchesProcess
                        && (options.timestamps().isEmpty()
                                || options.timestamps().contains(d.ts))) {
                    dumps.add(d);
                }
            }
        });
        return dumps;
    }

    private static int javaHeaps(TraceRows rows, Options options, Path folder, ImportProgress progress)
            throws IOException, ConvertProblem {
        List<Dump> dumps = dumps(rows, options, """
            SELECT o.upid, coalesce(p.pid, 0), o.graph_sample_ts, ''
            FROM heap_graph_object AS o LEFT JOIN process AS p USING (upid) GROUP BY ALL ORDER BY 1, 3\
            """);
        int files = 0;
        for (Dump dump : dumps) {
            progress.check();
            PprofBuilder profile = new PprofBuilder(
                    new String[] {"Total allocation count", "count"}, new String[] {"Total allocation size", "bytes"});
            Map<Long, List<Long>> stacks = new HashMap<>();
            rows.query(
                    "SELECT id, coalesce(parent_id, -1), coalesce(name, ''), count, size FROM"
                            + " experimental_flamegraph('graph', " + dump.ts + ", NULL, " + dump.upid
                            + ", NULL, NULL) ORDER BY id",
                    c -> {
                        while (c.next()) {
                            String type = c.getString(2);
                            List<Long> stack = new ArrayList<>();
                            stack.add(profile.location(type.isEmpty() ? "?" : type));
                            stack.addAll(stacks.getOrDefault(c.getLong(1), List.of()));
                            stacks.put(c.getLong(0), stack);
                            profile.add(stack, Map.of(), c.getLong(3), c.getLong(4));
                        }
                    });
            Files.write(folder.resolve("java_heap_dump." + ++files + "." + dump.pid + ".pb"), profile.build(0, 0));
        }
        return files;
    }
}
