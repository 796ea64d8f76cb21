package traceglass.ingest.nativeheap;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.QuotedValues;
import traceglass.ingest.text.TextLines;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.store.names.StatNames;

/// Imports the table that `memray transform csv` writes: a row for each allocator, thread and stack. Stacks start with
/// the innermost frame.
public final class MemrayCsvImporter implements Importer {

    private static final String HEADER = "allocator,num_allocations,size,tid,thread_name,stack_trace";
    private static final int ALLOCATOR = 0;
    private static final int COUNT = 1;
    private static final int SIZE = 2;
    private static final int THREAD = 4;
    private static final int STACK = 5;

    @Override
    public String id() {
        return "memray_csv";
    }

    @Override
    public String displayName() {
        return "memray CSV";
    }

    @Override
    public int priority() {
        return 179;
    }

    @Override
    public boolean isText() {
        return true;
    }

    @Override
    public boolean sniff(byte[] head) {
        try (TextLines lines = new TextLines(new ByteArrayInputStream(head))) {
            return HEADER.equals(lines.next());
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        AggregateProfiles profiles = new AggregateProfiles(context.storage());
        NamedFrames frames = new NamedFrames(context.stackProfiles(), context.strings(), "[python]");
        int bytes = profiles.profile("memray_file", "memray heap at peak", "heap_at_peak", "bytes");
        int blocks = profiles.profile("memray_file", "memray blocks at peak", "blocks_at_peak", "count");
        try (TextLines lines = new TextLines(input.asStream())) {
            lines.next();
            for (String line = lines.next(); line != null; line = lines.next()) {
                List<String> values = QuotedValues.split(line);
                if (values.size() <= STACK) {
                    context.logs().recordAt(StatNames.NATIVE_HEAP_LINE_SKIPPED, input.position(), null);
                    continue;
                }
                double size = parseNumber(values.get(SIZE));
                double count = parseNumber(values.get(COUNT));
                if (Double.isNaN(size) || Double.isNaN(count)) {
                    context.logs().recordAt(StatNames.NATIVE_HEAP_LINE_SKIPPED, input.position(), null);
                    continue;
                }
                int site = site(frames, values.get(STACK));
                long labels = profiles.labelSet();
                profiles.addLabel(labels, "allocator", values.get(ALLOCATOR));
                profiles.addLabel(labels, "thread", values.get(THREAD));
                profiles.add(bytes, site, size, labels);
                profiles.add(blocks, site, count, labels);
            }
        }
    }

    private static double parseNumber(String text) {
        try {
            long number = Long.parseLong(text);
            return number < 0 ? Double.NaN : number;
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    /// Returns the callsite of a stack such as `f;a.py;12|main;a.py;30`.
    private static int site(NamedFrames frames, String stack) {
        int site = -1;
        String[] parts = stack.isEmpty() ? new String[0] : stack.split("\\|");
        for (int i = parts.length - 1; i >= 0; i--) {
            int lineStart = parts[i].lastIndexOf(';');
            int fileStart = lineStart < 0 ? -1 : parts[i].lastIndexOf(';', lineStart - 1);
            if (fileStart < 0) {
                site = frames.callsite(site, frames.frame(null, parts[i].isEmpty() ? "[unknown]" : parts[i]));
                continue;
            }
            double line = parseNumber(parts[i].substring(lineStart + 1));
            String file = parts[i].substring(fileStart + 1, lineStart);
            int frame = frames.frame(
                    null,
                    parts[i].substring(0, fileStart),
                    file.isEmpty() ? null : file,
                    line > 0 ? (long) line : NamedFrames.NO_LINE);
            site = frames.callsite(site, frame);
        }
        return site < 0 ? frames.callsite(-1, frames.frame(null, "[no Python function]")) : site;
    }
}
