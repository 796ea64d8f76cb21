package traceglass.ingest.gclog;

import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.text.TextHead;
import traceglass.ingest.text.TextLines;
import traceglass.store.names.StatNames;

/// Imports the lines that Go programs print for each garbage collection with `GODEBUG=gctrace=1`, between other output.
public final class GoGcImporter implements Importer {

    private static final int SNIFFED_LINES = 60;

    @Override
    public String id() {
        return "go_gc_log";
    }

    @Override
    public String displayName() {
        return "GC log of a Go program";
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
        return TextHead.exceptJson(head).lines().limit(SNIFFED_LINES).anyMatch(GoGcLog::isCollection);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        GcEvents events = new GcEvents(context);
        GoGcLog log = new GoGcLog(events);
        try (TextLines lines = new TextLines(input.asStream())) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                log.read(line);
            }
        }
        if (events.isEmpty()) {
            context.stats().increment(StatNames.GC_LOG_NO_EVENTS);
        }
    }
}
