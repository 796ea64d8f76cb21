package traceglass.ingest.callgrind;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.text.TextLines;
import traceglass.store.names.StatNames;

/// Imports profiles of Valgrind's callgrind and cachegrind, and of Xdebug and other tools that write this format.
public final class CallgrindImporter implements Importer {

    private static final List<String> FIRST = List.of(
            "# callgrind format", "version:", "creator:", "pid:", "cmd:", "part:", "desc:", "positions:", "events:");
    private static final int SNIFFED_LINES = 60;

    @Override
    public String id() {
        return "callgrind";
    }

    @Override
    public String displayName() {
        return "callgrind profile";
    }

    @Override
    public int priority() {
        return 182;
    }

    @Override
    public boolean isText() {
        return true;
    }

    /// Accepts text whose first line is a header of the format and that lists the events in one of the next lines.
    @Override
    public boolean sniff(byte[] head) {
        boolean isBegin = false;
        try (TextLines lines = new TextLines(new ByteArrayInputStream(head))) {
            int count = 0;
            for (String line = lines.next(); line != null && count < SNIFFED_LINES; line = lines.next()) {
                if (line.isBlank()) {
                    continue;
                }
                String text = line.strip();
                if (!isBegin && FIRST.stream().noneMatch(text::startsWith)) {
                    return false;
                }
                isBegin = true;
                if (text.startsWith("events:")) {
                    return true;
                }
                count++;
            }
        } catch (IOException e) {
            return false;
        }
        return false;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        CallgrindReader reader = new CallgrindReader(context);
        try (TextLines lines = new TextLines(input.asStream())) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                if (!reader.read(line)) {
                    context.logs().recordAt(StatNames.CALLGRIND_LINE_SKIPPED, input.position(), null);
                }
            }
        }
        reader.finish();
    }
}
