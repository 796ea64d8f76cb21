package traceglass.ingest.nativeheap;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.text.TextLines;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.store.names.StatNames;

/// Imports profiles of Valgrind's massif: heap sizes over time, and allocation trees at some of these times. Source:
/// "Massif: a heap profiler" in Valgrind's manual, and `massif/ms_main.c`.
public final class MassifImporter implements Importer {

    private static final int SNIFFED_LINES = 5;

    @Override
    public String id() {
        return "massif";
    }

    @Override
    public String displayName() {
        return "massif profile";
    }

    @Override
    public int priority() {
        return 181;
    }

    @Override
    public boolean isText() {
        return true;
    }

    @Override
    public boolean sniff(byte[] head) {
        try (TextLines lines = new TextLines(new ByteArrayInputStream(head))) {
            for (int i = 0; i < SNIFFED_LINES; i++) {
                String line = lines.next();
                if (line == null || i == 0 && !line.startsWith("desc:") && !line.startsWith("cmd:")) {
                    return false;
                }
                if (line.startsWith("time_unit:")) {
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
        MassifReader reader = new MassifReader(context);
        try (TextLines lines = new TextLines(input.asStream())) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (!reader.read(line)) {
                    context.logs().recordAt(StatNames.NATIVE_HEAP_LINE_SKIPPED, input.position(), null);
                }
            }
        }
        reader.finish();
    }
}
