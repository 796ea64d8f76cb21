package traceglass.ingest.nativeheap;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.regex.Pattern;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.TextLines;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.store.names.StatNames;

/// Imports recordings of heaptrack: lines that consist of a letter and hexadecimal numbers. Source:
/// `src/analyze/accumulatedtracedata.cpp` of heaptrack, versions 0 to 3 of the file format.
public final class HeaptrackImporter implements Importer {

    private static final Pattern VERSION = Pattern.compile("v [0-9a-f]{1,8}( [0-9a-f]{1,4})?");
    private static final int SNIFFED_LINES = 8;

    @Override
    public String id() {
        return "heaptrack";
    }

    @Override
    public String displayName() {
        return "heaptrack recording";
    }

    @Override
    public int priority() {
        return 178;
    }

    @Override
    public boolean isText() {
        return true;
    }

    @Override
    public boolean sniff(byte[] head) {
        try (TextLines lines = new TextLines(new ByteArrayInputStream(head))) {
            String first = lines.next();
            if (first == null || !VERSION.matcher(first).matches()) {
                return false;
            }
            for (int i = 0; i < SNIFFED_LINES; i++) {
                String line = lines.next();
                if (line != null && (line.startsWith("X ") || line.startsWith("x ") || line.startsWith("I "))) {
                    return true;
                }
            }
        } catch (IOException e) {
            return false;
        }
        return false;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        context.clocks().useOnly(ClockId.ofFile(context.traceId()));
        HeaptrackReader reader = new HeaptrackReader(context);
        try (TextLines lines = new TextLines(input.asStream())) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (reader.isRaw(line)) {
                    throw new TraceProblem(input.name() + " is a heaptrack recording without symbols;"
                            + " convert it with `heaptrack --interpret FILE`");
                }
                if (!reader.read(line)) {
                    context.logs().recordAt(StatNames.NATIVE_HEAP_LINE_SKIPPED, input.position(), null);
                }
            }
        }
        reader.finish();
    }
}
